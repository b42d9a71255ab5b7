package serve

import (
	"context"
	"maps"
	"slices"
	"strings"
	"sync"

	adminpb "cloud.google.com/go/bigtable/admin/apiv2/adminpb"
	"cloud.google.com/go/iam/apiv1/iampb"
	"cloud.google.com/go/longrunning/autogen/longrunningpb"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/emptypb"
)

// The cluster and the profile of an instance that was not made by a call.
const (
	clusterID = "local"
	profileID = "default"
)

// instances is the server's administration of instances. The instances are the one that the server
// was started with, those that calls have made, and those that have tables, since a table can be
// made in any instance that a request names. Everything about them is in memory only; only their
// tables are stored.
type instances struct {
	adminpb.UnimplementedBigtableInstanceAdminServer
	tables *Server
	home   string // the instance that the server was started with, "" for none

	mu       sync.Mutex               // protects the fields below, and the instances in made
	made     map[string]*made         // by name, the instances that have been made or looked at
	gone     map[string]bool          // by name, the instances that were deleted and not made again
	policies map[string]*iampb.Policy // by resource
	changes  int                      // number of changes of policies, for etags
}

// made is an instance with its clusters and profiles, by ID.
type made struct {
	is       *adminpb.Instance
	clusters map[string]*adminpb.Cluster
	profiles map[string]*adminpb.AppProfile
}

// fresh returns an instance that was not made by a call, with one cluster.
func fresh(name string) *made {
	project := strings.Join(strings.Split(name, "/")[:2], "/")
	m := &made{
		is: &adminpb.Instance{Name: name, DisplayName: idOf(name), State: adminpb.Instance_READY, Type: adminpb.Instance_PRODUCTION},
		clusters: map[string]*adminpb.Cluster{clusterID: {
			Name: name + "/clusters/" + clusterID, Location: project + "/locations/local-a", State: adminpb.Cluster_READY,
			DefaultStorageType: adminpb.StorageType_SSD, ServeNodes: 1,
		}},
	}
	m.setDefault()
	return m
}

// setDefault gives an instance the profile that every instance begins with.
func (m *made) setDefault() {
	m.profiles = map[string]*adminpb.AppProfile{profileID: {
		Name: m.is.Name + "/appProfiles/" + profileID, Description: "the profile of calls that name none",
		RoutingPolicy: &adminpb.AppProfile_SingleClusterRouting_{SingleClusterRouting: &adminpb.AppProfile_SingleClusterRouting{
			ClusterId: slices.Min(slices.Collect(maps.Keys(m.clusters))), AllowTransactionalWrites: true,
		}},
		Isolation: highPriority(),
	}}
}

// idOf returns the last part of a name.
func idOf(name string) string { return name[strings.LastIndexByte(name, '/')+1:] }

// checkInstance refuses a name that is not that of an instance.
func checkInstance(name string) error {
	if !validInstance(name) {
		return invalid("%q names no instance: say projects/PROJECT/instances/INSTANCE", name)
	}
	return nil
}

// checkID refuses an ID that cannot be the last part of a name. field is for the error.
func checkID(field, id string) error {
	if id == "" || strings.ContainsAny(id, "/ ") {
		return invalid("%s is %q: give a name without slashes and spaces", field, id)
	}
	return nil
}

// checkThere refuses an instance that has been deleted.
func (i *instances) checkThere(name string) error {
	i.mu.Lock()
	defer i.mu.Unlock()
	return i.checkGone(name)
}

// checkGone is checkThere for a caller that holds the mutex.
func (i *instances) checkGone(name string) error {
	if i.gone[name] {
		return status.Errorf(codes.NotFound, "%s has been deleted: make it again with CreateInstance", name)
	}
	return nil
}

// names returns the names of all instances, sorted. The mutex must not be held.
func (i *instances) names() []string {
	all := map[string]bool{}
	for _, t := range i.tables.all() {
		of, _, _ := cutTable(t.name)
		all[of] = true
	}
	i.mu.Lock()
	defer i.mu.Unlock()
	for name := range i.made {
		all[name] = true
	}
	if i.home != "" {
		all[i.home] = true
	}
	for name := range i.gone {
		delete(all, name)
	}
	return slices.Sorted(maps.Keys(all))
}

// with calls do with an instance that exists, while the mutex is held.
func (i *instances) with(name string, do func(*made) error) error {
	if err := checkInstance(name); err != nil {
		return err
	}
	listed := slices.Contains(i.names(), name)
	i.mu.Lock()
	defer i.mu.Unlock()
	// The instance may have been made or deleted since it was looked up.
	if err := i.checkGone(name); err != nil {
		return err
	}
	if i.made[name] == nil {
		if !listed {
			return status.Errorf(codes.NotFound, "there is no instance %s: make it with CreateInstance, or a table in it with CreateTable", name)
		}
		i.made[name] = fresh(name)
	}
	return do(i.made[name])
}

// each calls do with the instance of a name or, for projects/PROJECT/instances/-, with every
// instance of a project that is listed.
func (i *instances) each(parent string, do func(m *made)) error {
	list := []string{parent}
	if project, all := strings.CutSuffix(parent, "/instances/-"); all {
		list = slices.DeleteFunc(i.names(), func(name string) bool { return !strings.HasPrefix(name, project+"/instances/") })
	}
	for _, name := range list {
		if err := i.with(name, func(m *made) error { do(m); return nil }); err != nil {
			return err
		}
	}
	return nil
}

// clustersOf returns the IDs of an instance's clusters, sorted.
func (i *instances) clustersOf(name string) []string {
	i.mu.Lock()
	defer i.mu.Unlock()
	if m := i.made[name]; m != nil {
		return slices.Sorted(maps.Keys(m.clusters))
	}
	return []string{clusterID}
}

// CreateInstance implements [adminpb.BigtableInstanceAdminServer]. The operation is done when it
// returns.
func (i *instances) CreateInstance(_ context.Context, req *adminpb.CreateInstanceRequest) (*longrunningpb.Operation, error) {
	name := req.Parent + "/instances/" + req.InstanceId
	if err := checkInstance(name); err != nil {
		return nil, err
	}
	if len(req.Clusters) == 0 {
		return nil, invalid("the instance has no cluster: give at least one in clusters")
	}
	m := &made{is: proto.CloneOf(req.Instance), clusters: map[string]*adminpb.Cluster{}}
	if m.is == nil {
		m.is = &adminpb.Instance{}
	}
	m.is.Name, m.is.State = name, adminpb.Instance_READY
	if m.is.DisplayName == "" {
		m.is.DisplayName = req.InstanceId
	}
	if m.is.Type == adminpb.Instance_TYPE_UNSPECIFIED {
		m.is.Type = adminpb.Instance_PRODUCTION
	}
	for id, c := range req.Clusters {
		c, err := clusterOf(name, id, c)
		if err != nil {
			return nil, err
		}
		m.clusters[id] = c
	}
	m.setDefault()
	there := slices.Contains(i.names(), name)
	i.mu.Lock()
	defer i.mu.Unlock()
	if there || i.made[name] != nil {
		return nil, status.Errorf(codes.AlreadyExists, "there is an instance %s already: choose another name, or delete it first", name)
	}
	i.made[name] = m
	delete(i.gone, name)
	return done(m.is)
}

// GetInstance implements [adminpb.BigtableInstanceAdminServer].
func (i *instances) GetInstance(_ context.Context, req *adminpb.GetInstanceRequest) (out *adminpb.Instance, err error) {
	err = i.with(req.Name, func(m *made) error {
		out = proto.CloneOf(m.is)
		return nil
	})
	return out, err
}

// ListInstances implements [adminpb.BigtableInstanceAdminServer].
func (i *instances) ListInstances(_ context.Context, req *adminpb.ListInstancesRequest) (*adminpb.ListInstancesResponse, error) {
	res := &adminpb.ListInstancesResponse{}
	for _, name := range i.names() {
		if !strings.HasPrefix(name, req.Parent+"/instances/") {
			continue
		}
		err := i.with(name, func(m *made) error {
			res.Instances = append(res.Instances, proto.CloneOf(m.is))
			return nil
		})
		if err != nil && status.Code(err) != codes.NotFound { // not found: deleted meanwhile
			return nil, err
		}
	}
	return res, nil
}

// UpdateInstance implements [adminpb.BigtableInstanceAdminServer]. It replaces everything about an
// instance that can be changed.
func (i *instances) UpdateInstance(_ context.Context, req *adminpb.Instance) (out *adminpb.Instance, err error) {
	err = i.with(req.Name, func(m *made) error {
		m.is.DisplayName, m.is.Labels = req.DisplayName, req.Labels
		if req.Type != adminpb.Instance_TYPE_UNSPECIFIED {
			m.is.Type = req.Type
		}
		out = proto.CloneOf(m.is)
		return nil
	})
	return out, err
}

// PartialUpdateInstance implements [adminpb.BigtableInstanceAdminServer].
func (i *instances) PartialUpdateInstance(_ context.Context, req *adminpb.PartialUpdateInstanceRequest) (op *longrunningpb.Operation, err error) {
	err = i.with(req.GetInstance().GetName(), func(m *made) error {
		if err := update(m.is, req.Instance, req.UpdateMask, "display_name", "labels", "type", "edition", "tags"); err != nil {
			return err
		}
		op, err = done(m.is)
		return err
	})
	return op, err
}

// DeleteInstance implements [adminpb.BigtableInstanceAdminServer]. It also deletes the instance's
// tables, and refuses an instance with a protected table.
func (i *instances) DeleteInstance(ctx context.Context, req *adminpb.DeleteInstanceRequest) (*emptypb.Empty, error) {
	if err := i.with(req.Name, func(*made) error { return nil }); err != nil {
		return nil, err
	}
	var in []*served
	for _, t := range i.tables.all() {
		if of, _, _ := cutTable(t.name); of == req.Name {
			in = append(in, t)
			if t.describe(adminpb.Table_SCHEMA_VIEW).DeletionProtection {
				return nil, status.Errorf(codes.FailedPrecondition, "%s is protected from deletion: take the protection away first", t.name)
			}
		}
	}
	i.mu.Lock()
	i.gone[req.Name] = true // so that no table is made in it meanwhile
	i.mu.Unlock()
	for _, t := range in {
		if _, err := i.tables.DeleteTable(ctx, &adminpb.DeleteTableRequest{Name: t.name}); err != nil && status.Code(statusOf(err)) != codes.NotFound {
			i.mu.Lock()
			delete(i.gone, req.Name)
			i.mu.Unlock()
			return nil, err
		}
	}
	i.mu.Lock()
	defer i.mu.Unlock()
	delete(i.made, req.Name)
	for resource := range i.policies {
		if resource == req.Name || strings.HasPrefix(resource, req.Name+"/") {
			delete(i.policies, resource)
		}
	}
	return &emptypb.Empty{}, nil
}
