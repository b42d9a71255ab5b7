// Package advise looks for known problems in the design of wide-column tables: in their
// keys, their cells, and the queries on them. It reads no table. The caller collects an
// [Evidence], and [Review] returns findings with the figures on which they are based.
//
//	report := advise.Review(advise.Evidence{Tables: tables, Queries: queries})
//	for _, f := range report.Findings {
//		fmt.Println(f.Rule, f.Table, f.Args)
//	}
//
// A rule considers how keys behave as well as what they look like. Without enough
// evidence, such as rows, their order of arrival, or a workload, it finds nothing; the
// comment of each rule says what it needs. Thresholds that the documentation of Bigtable
// or HBase states are marked as documented. All others are illustrative and chosen by us.
//
// [FindRemedies] proposes changes for a table that a simulated load makes hot. Nothing in the
// package is random, and the same evidence gives the same findings.
package advise
