package serve

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"tabletop/app/i18n"
	"tabletop/engine/base"
)

// codeOf has the gRPC codes of refusals by the engine. All others are InvalidArgument.
var codeOf = map[base.Code]codes.Code{
	base.CodeNoTable:       codes.NotFound,
	base.CodeNoFamily:      codes.NotFound,
	base.CodeFamilySwapped: codes.NotFound,
	base.CodeTableExists:   codes.AlreadyExists,
	base.CodeFamilyExists:  codes.AlreadyExists,
	base.CodeTooManyTables: codes.ResourceExhausted,
	base.CodeManyFamilies:  codes.ResourceExhausted,
	base.CodeRowUnreadable: codes.FailedPrecondition,
	base.CodeOverflow:      codes.OutOfRange,
}

// statusOf returns an error as the status that a client gets; nil stays nil.
func statusOf(err error) error {
	if err == nil {
		return nil
	}
	if errors.Is(err, errGone) {
		return status.Error(codes.NotFound, err.Error())
	}
	var e *base.Error
	if !errors.As(err, &e) {
		return err // a status already, or an error of the connection
	}
	code, known := codeOf[e.Code]
	if !known {
		code = codes.InvalidArgument
	}
	return status.Error(code, i18n.ErrorSentenceInDialect("en", "api", e))
}

// invalid returns a status with the code InvalidArgument.
func invalid(format string, args ...any) error {
	return status.Errorf(codes.InvalidArgument, format, args...)
}

// noTable returns the refusal of a table that does not exist, with the most similar name in its
// instance.
func (s *Server) noTable(name string) error {
	instance, id, ok := cutTable(name)
	if !ok {
		return invalid("%q names no table: say projects/PROJECT/instances/INSTANCE/tables/TABLE", name)
	}
	s.mu.RLock()
	defer s.mu.RUnlock()
	var ids []string
	for _, n := range slices.Sorted(maps.Keys(s.tables)) {
		if in, other, _ := cutTable(n); in == instance {
			ids = append(ids, other)
		}
	}
	return base.Refuse(base.CodeNoTable, id, base.Nearest(id, ids))
}

// cutTable splits the name of a table into the name of its instance and the table's ID. ok is false
// if it is not the name of a table.
func cutTable(name string) (instance, id string, ok bool) {
	instance, id, ok = strings.Cut(name, "/tables/")
	return instance, id, ok && validInstance(instance) && id != ""
}

// validInstance reports whether a name has the form projects/PROJECT/instances/INSTANCE.
func validInstance(name string) bool {
	part := strings.Split(name, "/")
	return len(part) == 4 && part[0] == "projects" && part[2] == "instances" && part[1] != "" && part[3] != ""
}

// backups is the answer to all requests for backups.
const backups = "there are no backups here: start the server with -data to keep the tables, and copy that folder"

// lacks says why a method does not exist, by a word in the method's name. The first entry that fits
// counts.
var lacks = []struct{ word, why string }{
	{"Query", "there is no SQL here: read with ReadRows"},
	{"ChangeStream", "there are no change streams here"},
	{"RestoreTable", backups},
	{"Backup", backups},
	{"Snapshot", "there are no snapshots of tables here: start the server with -data to keep the tables, and copy that folder"},
	{"View", "there are no views here: read the table"},
	{"SchemaBundle", "there are no schema bundles here"},
	{"OpenTable", "there are no sessions here: clients do without"},
	{"GetClientConfiguration", "clients configure themselves here"},
	{"UndeleteTable", "what is deleted is gone here"},
	{"MemoryLayer", "there are no memory layers here"},
	{"HotTablets", "no tablet is hot here: the page shows where load goes"},
	{"", "this server has the data API and the administration of tables, instances, clusters and app profiles"},
}

// explain adds to the error for a method that does not exist why there is none. It returns other
// errors unchanged.
func explain(method string, err error) error {
	if status.Code(err) != codes.Unimplemented || !strings.HasPrefix(status.Convert(err).Message(), "method ") {
		return err
	}
	name := method[strings.LastIndexByte(method, '/')+1:]
	i := slices.IndexFunc(lacks, func(l struct{ word, why string }) bool { return strings.Contains(name, l.word) })
	return status.Error(codes.Unimplemented, fmt.Sprintf("%s: %s", name, lacks[i].why))
}

// explainUnary intercepts calls: it checks the request's fields, and turns errors into a status
// with a sentence.
func explainUnary(ctx context.Context, req any, info *grpc.UnaryServerInfo, do grpc.UnaryHandler) (any, error) {
	if err := checkFields(req); err != nil {
		return nil, err
	}
	res, err := do(ctx, req)
	return res, explain(info.FullMethod, statusOf(err))
}

// explainStream does for streams what explainUnary does for calls.
func explainStream(srv any, stream grpc.ServerStream, info *grpc.StreamServerInfo, do grpc.StreamHandler) error {
	return explain(info.FullMethod, statusOf(do(srv, checked{stream})))
}
