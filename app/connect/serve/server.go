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

// Options are what a server is to be like. The zero value keeps everything in memory.
type Options struct {
	Home    string             // the instance that is there from the start, projects/…/instances/…; "" for none
	Data    string             // the folder that keeps the tables; "" for none
	Now     func() base.Micros // the time of writes; nil is the system's
	Collect time.Duration      // how often garbage is collected; 0 for never
	Cut     int64              // how many bytes of journal a snapshot takes the place of; 0 for 64 MiB
	Log     io.Writer          // where failures of work in the background are told; nil for nowhere
}

// Server is a Bigtable server.
type Server struct {
	pb.UnimplementedBigtableServer
	adminpb.UnimplementedBigtableTableAdminServer
	instances instances
	o         Options
	rpc       *grpc.Server
	health    *health.Server
	journal   *journal.Journal // nil if nothing is kept
	stop      chan struct{}
	work      sync.WaitGroup // in the background
	closing   sync.Once
	closed    error       // what went wrong with that
	cutting   atomic.Bool // a snapshot is being written

	gate sync.RWMutex // held by who changes anything; alone by who takes all tables as they are

	mu     sync.RWMutex
	tables map[string]*served // by name
}

// served is a table of the server.
type served struct {
	name string // projects/…/instances/…/tables/…

	mu        sync.Mutex
	tab       *table.Table
	view      *table.View                   // of the table as it is, nil if there is none yet
	types     map[base.Family]*adminpb.Type // as they were declared
	protected bool                          // from being deleted
	gone      bool                          // deleted since it was looked up
}

// New returns a server with the tables that its folder keeps.
func New(o Options) (*Server, error) {
	if o.Now == nil {
		o.Now = func() base.Micros { return base.Micros(time.Now().UnixMicro()) }
	}
	if o.Cut == 0 {
		o.Cut = 64 << 20
	}
	if o.Log == nil {
		o.Log = io.Discard
	}
	s := &Server{o: o, tables: map[string]*served{}, stop: make(chan struct{}), health: health.NewServer()}
	s.instances.tables, s.instances.home = s, o.Home
	s.instances.made, s.instances.gone, s.instances.policies = map[string]*made{}, map[string]bool{}, map[string]*iampb.Policy{}
	if o.Data != "" {
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
	if o.Collect > 0 {
		s.work.Go(s.collect)
	}
	return s, nil
}

// maxRequest is the most bytes of a request: a cell of the largest size and more.
const maxRequest = 256 << 20

// Serve answers who connects, until the server is closed.
func (s *Server) Serve(l net.Listener) error { return s.rpc.Serve(l) }

// closingTime is how long requests may go on when the server is closed.
const closingTime = 3 * time.Second

// end ends requests: nothing is changed behind it.
func (s *Server) end() {
	s.health.Shutdown() // who waits for the server is told that it ends
	late := time.AfterFunc(closingTime, s.rpc.Stop)
	s.rpc.GracefulStop()
	late.Stop()
}

// Close ends requests and lets go of the folder. Everything acknowledged is kept.
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

// find returns a table by its name.
func (s *Server) find(name string) (*served, error) {
	s.mu.RLock()
	t := s.tables[name]
	s.mu.RUnlock()
	if t == nil {
		return nil, s.noTable(name)
	}
	return t, nil
}

// read returns a table as it is now, to be read by one goroutine.
func (s *Server) read(name string) (*table.Table, error) {
	t, err := s.find(name)
	if err != nil {
		return nil, err
	}
	v, err := t.look()
	if err != nil {
		return nil, err
	}
	return v.Reader(), nil
}

var errGone = errors.New("the table has just been deleted")

// look returns a view of the table as it is now.
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
