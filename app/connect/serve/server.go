package serve

import (
	"errors"
	"io"
	"net"
	"sync"
	"sync/atomic"
	"time"

	adminpb "cloud.google.com/go/bigtable/admin/apiv2/adminpb"
	pb "cloud.google.com/go/bigtable/apiv2/bigtablepb"
	"cloud.google.com/go/iam/apiv1/iampb"
	"google.golang.org/grpc"
	"google.golang.org/grpc/health"
	healthpb "google.golang.org/grpc/health/grpc_health_v1"
	"google.golang.org/grpc/reflection"

	"tabletop/app/connect/serve/journal"
	"tabletop/engine/base"
	"tabletop/engine/table"
)

// Options are the settings of a server. With the zero value everything is kept in memory.
type Options struct {
	Instance        string             // the instance that exists from the beginning, projects/…/instances/…; "" for none
	Folder          string             // the folder that stores the tables; "" for none
	Now             func() base.Micros // the clock for writes; nil is the system's
	CollectInterval time.Duration      // interval of garbage collection; 0 for never
	SnapshotBytes   int64              // size of the journal, in bytes, from which a snapshot replaces it; 0 for 64 MiB
	Log             io.Writer          // receives failures of work in the background; nil for nowhere
}

// Server is a Bigtable server. Make one with [New].
type Server struct {
	pb.UnimplementedBigtableServer
	adminpb.UnimplementedBigtableTableAdminServer
	instances instances
	o         Options
	rpc       *grpc.Server
	health    *health.Server
	journal   *journal.Journal // nil if nothing is stored
	stop      chan struct{}    // closed when the server is closed
	work      sync.WaitGroup   // goroutines in the background
	closing   sync.Once
	closed    error       // the result of closing
	cutting   atomic.Bool // a snapshot is being written

	gate sync.RWMutex // read-locked during each change; locked while views of all tables are taken

	mu     sync.RWMutex       // protects tables
	tables map[string]*served // by name
}

// served is a table of the server.
type served struct {
	name string // projects/…/instances/…/tables/…

	mu        sync.Mutex // protects the fields below; only its holder may write to tab
	tab       *table.Table
	view      *table.View                   // of the present table, nil if none has been made yet
	types     map[base.Family]*adminpb.Type // types of families as they were declared
	protected bool                          // deletion is refused
	gone      bool                          // deleted after it was looked up
}

// New returns a server with the tables of its folder. It must be closed.
func New(o Options) (*Server, error) {
	if o.Now == nil {
		o.Now = func() base.Micros { return base.Micros(time.Now().UnixMicro()) }
	}
	if o.SnapshotBytes == 0 {
		o.SnapshotBytes = 64 << 20
	}
	if o.Log == nil {
		o.Log = io.Discard
	}
	s := &Server{o: o, tables: map[string]*served{}, stop: make(chan struct{}), health: health.NewServer()}
	s.instances.tables, s.instances.home = s, o.Instance
	s.instances.made, s.instances.gone, s.instances.policies = map[string]*made{}, map[string]bool{}, map[string]*iampb.Policy{}
	if o.Folder != "" {
		if err := s.open(); err != nil {
			return nil, err
		}
	}
	s.rpc = grpc.NewServer(grpc.ForceServerCodecV2(newCodec()), grpc.MaxRecvMsgSize(maxRequest),
		grpc.UnaryInterceptor(explainUnary), grpc.StreamInterceptor(explainStream))
	pb.RegisterBigtableServer(s.rpc, s)
	adminpb.RegisterBigtableTableAdminServer(s.rpc, s)
	adminpb.RegisterBigtableInstanceAdminServer(s.rpc, &s.instances)
	healthpb.RegisterHealthServer(s.rpc, s.health)
	for name := range s.rpc.GetServiceInfo() {
		s.health.SetServingStatus(name, healthpb.HealthCheckResponse_SERVING)
	}
	reflection.Register(s.rpc)
	if o.CollectInterval > 0 {
		s.work.Go(s.collect)
	}
	return s, nil
}

// maxRequest is the greatest size of a request in bytes. It has room for a cell of the largest
// size.
const maxRequest = 256 << 20

// Serve answers requests on a listener until the server is closed.
func (s *Server) Serve(l net.Listener) error { return s.rpc.Serve(l) }

// closingTime is how long requests may continue after the server is closed.
const closingTime = 3 * time.Second

// end ends all requests. Nothing is changed after it returns.
func (s *Server) end() {
	s.health.Shutdown() // tells clients that watch the server's health
	late := time.AfterFunc(closingTime, s.rpc.Stop)
	s.rpc.GracefulStop()
	late.Stop()
}

// Close ends all requests, and work in the background, and releases the folder. Everything that was
// acknowledged is stored. It may be called more than once.
func (s *Server) Close() error {
	s.closing.Do(func() {
		s.end()
		close(s.stop)
		s.work.Wait()
		if s.journal != nil {
			s.closed = s.journal.Close()
		}
	})
	return s.closed
}

// find returns a table by its name, or a refusal that suggests a similar name.
func (s *Server) find(name string) (*served, error) {
	s.mu.RLock()
	t := s.tables[name]
	s.mu.RUnlock()
	if t == nil {
		return nil, s.noTable(name)
	}
	return t, nil
}

// read returns a table in its present state, to be read by one goroutine.
func (s *Server) read(name string) (*table.Table, error) {
	t, err := s.find(name)
	if err != nil {
		return nil, err
	}
	v, err := t.look()
	if err != nil {
		return nil, err
	}
	return v.Table(), nil
}

// errGone refuses a request for a table that was deleted after it had been looked up.
var errGone = errors.New("the table has just been deleted")

// look returns a view of the table in its present state. Views are kept until the next change.
func (t *served) look() (*table.View, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.gone {
		return nil, errGone
	}
	if t.view == nil {
		t.view = t.tab.View()
	}
	return t.view, nil
}
