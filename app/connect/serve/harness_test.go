//go:build !js

package serve

import (
	"context"
	"sync/atomic"
	"testing"
	"time"

	pb "cloud.google.com/go/bigtable/apiv2/bigtablepb"

	"tabletop/engine/base"
	"tabletop/engine/table"
	"tabletop/web/test/peertest"
)

// instanceName is the instance that the tests' clients use.
const instanceName = "projects/p/instances/i"

// harness is a server with clients of it.
type harness struct {
	server *Server
	*peertest.Server
	raw  pb.BigtableClient // for requests that the client cannot make
	addr string
	now  atomic.Int64 // the server's time in microseconds, 0 for the system's
}

// start starts a server that is closed at the end of the test.
func start(t testing.TB, o Options) *harness {
	t.Helper()
	h := &harness{}
	o.Now = func() base.Micros {
		if now := h.now.Load(); now != 0 {
			return base.Micros(now)
		}
		return base.Micros(time.Now().UnixMicro())
	}
	var err error
	if h.server, err = New(o); err != nil {
		t.Fatal(err)
	}
	h.addr = peertest.Listen(t, h.server)
	h.Server = peertest.Connect(t, h.addr)
	h.raw = pb.NewBigtableClient(h.Conn)
	return h
}

// own is a table of the server as one side of a comparison.
type own struct {
	*peertest.ServerTable
	h    *harness
	name string
}

func (h *harness) own(t testing.TB, ctx context.Context, name string, families ...table.FamilyInfo) *own {
	return &own{h.Server.Table(t, ctx, name, families...), h, instanceName + "/tables/" + name}
}

func (o *own) Table() *table.Table {
	tab, err := o.h.server.read(o.name)
	if err != nil {
		panic(err)
	}
	return tab
}

// SetNow sets the server's time. The trials pass 0 if the time does not matter.
func (o *own) SetNow(now base.Micros) { o.h.now.Store(max(1, int64(now))) }

// Collect collects garbage at once, without waiting for the server to do so.
func (o *own) Collect(rules ...table.FamilyInfo) error {
	for _, f := range rules {
		if err := o.SetGC(f.Name, f.GC); err != nil {
			return err
		}
	}
	t, err := o.h.server.find(o.name)
	if err != nil {
		return err
	}
	return o.h.server.collectTable(t)
}
