// Package client writes commands of the console as code of programs: as calls of the
// official clients of Bigtable, and of HBase's own client for Java.
//
//	code := client.GenerateCode(client.Python, commands...)
//	// code.Text is the code, code.Unsupported what the client cannot do.
//
// It runs nothing and has no sentences: what a client cannot do is an [Unsupported] beside the
// code. The names of classes, methods and arguments are those that the clients publish;
// testdata/published lists them with their sources.
//
//	Go      cloud.google.com/go/bigtable
//	Java    com.google.cloud.bigtable, data.v2 and admin.v2
//	Python  google.cloud.bigtable.data, and google.cloud.bigtable for tables and families
//	Node    @google-cloud/bigtable
//	HBase   org.apache.hadoop.hbase.client
package client
