// Package advise looks at tables, their keys and what is asked of them for what
// is known to go wrong in wide-column stores. It reads no table: who asks hands it
// an [Evidence], and [Review] returns findings with the figures that they rest on.
//
// A rule goes by what keys do as much as by what they look like, and is silent
// where it has no evidence: too few rows, no order of arrival, no workload. What
// each needs stands with it. Thresholds that the documentation of Bigtable or HBase
// gives are marked documented; all others are ours, and illustrative.
//
// Nothing here is random, and the same evidence gives the same findings.
package advise
