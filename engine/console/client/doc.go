// Package client says what programs write in place of a console's command: the calls
// of the official clients of Bigtable, and of HBase's own for Java.
//
// It runs nothing, and it holds no sentences: what a client has no call for is a
// [Lack] beside the code. Names of classes, methods and arguments are
// those that the clients publish; testdata/published has them with where they stand.
//
//	Go      cloud.google.com/go/bigtable
//	Java    com.google.cloud.bigtable, data.v2 and admin.v2
//	Python  google.cloud.bigtable.data, and google.cloud.bigtable for tables and families
//	Node    @google-cloud/bigtable
//	HBase   org.apache.hadoop.hbase.client
package client
