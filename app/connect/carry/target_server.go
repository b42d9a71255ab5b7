package carry

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"net"
	"os"
	"strings"
	"time"

	"cloud.google.com/go/bigtable"
	adminpb "cloud.google.com/go/bigtable/admin/apiv2/adminpb"
	btpb "cloud.google.com/go/bigtable/apiv2/bigtablepb"
	"google.golang.org/api/option"
	gtransport "google.golang.org/api/transport/grpc"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/status"
)

// target says which cluster is meant.
type target struct {
	project, instance string
	emulator          string // HOST:PORT of a server without credentials, "" for Google Cloud
	profile           string
	wait              time.Duration // longest wait for the first answer
	silence           time.Duration // longest time without an answer after that, 0 for no limit
}

// flags adds the flags of a target.
func (t *target) flags(fs *flag.FlagSet) {
	fs.StringVar(&t.project, "project", "", "`project` in Google Cloud")
	fs.StringVar(&t.instance, "instance", "", "`instance` of Bigtable")
	fs.StringVar(&t.emulator, "emulator", os.Getenv("BIGTABLE_EMULATOR_HOST"), "`HOST:PORT` of a server without credentials, such as serve or Google’s emulator")
	fs.StringVar(&t.profile, "app-profile", "", "app `profile` to go through; without one, the instance’s default")
	fs.DurationVar(&t.wait, "wait", 20*time.Second, "how long to wait for the server’s first answer")
	fs.DurationVar(&t.silence, "silence", 2*time.Minute, "how long the server may then leave unanswered what it is asked, 0 for ever")
}

// check completes a target. The error says what is missing or wrong.
func (t *target) check() error {
	if t.emulator != "" {
		if _, _, err := net.SplitHostPort(t.emulator); err != nil {
			return fmt.Errorf("-emulator is %q: write it HOST:PORT, such as localhost:8086", t.emulator)
		}
		if t.project == "" {
			t.project = "tabletop"
		}
		if t.instance == "" {
			t.instance = "tabletop"
		}
	}
	for _, v := range [][2]string{{"project", t.project}, {"instance", t.instance}} {
		if v[1] == "" {
			return fmt.Errorf("-%s is missing: name the project and instance in Google Cloud, or a server with -emulator HOST:PORT", v[0])
		}
		if strings.ContainsAny(v[1], "/ ") {
			return fmt.Errorf("-%s is %q: give the name alone, without a path", v[0], v[1])
		}
	}
	return nil
}

// name returns the full name of the instance.
func (t *target) name() string { return "projects/" + t.project + "/instances/" + t.instance }

// place returns the name of the cluster for messages.
func (t *target) place() string {
	if t.emulator != "" {
		return t.emulator
	}
	return t.name()
}

// server is a connection to a cluster.
type server struct {
	target
	data  *bigtable.Client
	admin *bigtable.AdminClient
	raw   btpb.BigtableClient // for tablets' sizes, which data does not return
	conn  *grpc.ClientConn    // of data and raw
	ruled *grpc.ClientConn    // of admin; the same as conn for an emulator
	heard hearing
}

// connect connects to a cluster and waits for a first answer. With makes it asks for the tables'
// names, otherwise for the tablets of a table. All requests have to use the returned context, which
// ends when the server has been silent for too long or the connection is closed.
func (t *target) connect(all context.Context, say io.Writer, makes bool, table string) (*server, context.Context, error) {
	if err := t.check(); err != nil {
		return nil, nil, err
	}
	c := &server{target: *t}
	if err := c.dial(all); err != nil {
		c.close()
		return nil, nil, t.explain(err, makes)
	}
	ctx, cancel := context.WithTimeout(all, t.wait)
	defer cancel()
	var err error
	if makes {
		_, err = adminpb.NewBigtableTableAdminClient(c.ruled).ListTables(c.header(ctx, "parent="+t.name()), &adminpb.ListTablesRequest{Parent: t.name()})
	} else {
		_, err = c.sample(ctx, table)
	}
	if err != nil {
		c.close()
		if status.Code(err) == codes.NotFound && !makes {
			return nil, nil, fmt.Errorf("there is no table %s in %s: name one that is there, or make it with push", table, t.place())
		}
		return nil, nil, t.explain(err, makes)
	}
	return c, c.listen(all, say), nil
}

// dial makes the clients. It sends no request.
func (c *server) dial(ctx context.Context) (err error) {
	large := grpc.WithDefaultCallOptions(grpc.MaxCallRecvMsgSize(1<<28), grpc.MaxCallSendMsgSize(1<<28)) // as large as the server takes them
	heard := grpc.WithStatsHandler(&c.heard)
	if c.emulator != "" {
		c.conn, err = grpc.NewClient("passthrough:///"+c.emulator, grpc.WithTransportCredentials(insecure.NewCredentials()), large, heard)
		c.ruled = c.conn
	} else {
		to := func(host, scope string) (*grpc.ClientConn, error) {
			return gtransport.Dial(ctx, option.WithEndpoint(host), option.WithScopes(scope), option.WithGRPCDialOption(large), option.WithGRPCDialOption(heard))
		}
		if c.conn, err = to("bigtable.googleapis.com:443", bigtable.Scope); err == nil {
			c.ruled, err = to("bigtableadmin.googleapis.com:443", bigtable.AdminScope)
		}
	}
	if err != nil {
		return err
	}
	c.raw = btpb.NewBigtableClient(c.conn)
	config := bigtable.ClientConfig{AppProfile: c.profile, MetricsProvider: bigtable.NoopMetricsProvider{}, DisableSession: true}
	if c.data, err = bigtable.NewClientWithConfig(ctx, c.project, c.instance, config, option.WithGRPCConn(c.conn)); err != nil {
		return err
	}
	c.admin, err = bigtable.NewAdminClient(ctx, c.project, c.instance, option.WithGRPCConn(c.ruled))
	return err
}

// close closes everything that dial has made.
func (c *server) close() {
	c.heard.stop(nil)
	c.heard.told.Wait()
	if c.data != nil {
		_ = c.data.Close()
	}
	for _, conn := range []*grpc.ClientConn{c.conn, c.ruled} {
		if conn != nil {
			_ = conn.Close()
		}
	}
}

// header returns a context with the metadata by which a request is routed.
func (c *server) header(ctx context.Context, params string) context.Context {
	return metadata.AppendToOutgoingContext(ctx, "google-cloud-resource-prefix", c.name(), "x-goog-request-params", params)
}

// tablet is a tablet of a table: the rows from the previous tablet's end up to but not including
// end.
type tablet struct {
	end   string // "" for the end of the table
	bytes int64  // estimated size
}

// Limits on the list of a table's tablets, in bytes.
const (
	maxTablets  = 64 << 20 // of the whole list
	tabletBytes = 64       // of a tablet besides its border
)

// sample asks for the tablets of a table. The last one ends with the table.
func (c *server) sample(ctx context.Context, table string) (out []tablet, err error) {
	name := c.name() + "/tables/" + table
	stream, err := c.raw.SampleRowKeys(c.header(ctx, "table_name="+name), &btpb.SampleRowKeysRequest{TableName: name, AppProfileId: c.profile})
	if err != nil {
		return nil, err
	}
	before, size := int64(0), 0
	for {
		r, err := stream.Recv()
		if errors.Is(err, errEOF) {
			break
		}
		if err != nil {
			return nil, err
		}
		if size += len(r.RowKey) + tabletBytes; size > maxTablets {
			return nil, fmt.Errorf("it names more tablets of %s than a table can have", table)
		}
		out = append(out, tablet{end: string(r.RowKey), bytes: max(r.OffsetBytes-before, 0)})
		before = max(before, r.OffsetBytes)
	}
	if n := len(out); n == 0 || out[n-1].end != "" {
		out = append(out, tablet{})
	}
	return out, nil
}
