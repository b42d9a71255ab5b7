//go:build !js

package serve

import (
	"sync"
	"testing"

	adminpb "cloud.google.com/go/bigtable/admin/apiv2/adminpb"
	"cloud.google.com/go/iam/apiv1/iampb"
	"cloud.google.com/go/longrunning/autogen/longrunningpb"
	"google.golang.org/grpc/codes"
	healthpb "google.golang.org/grpc/health/grpc_health_v1"
	"google.golang.org/grpc/reflection/grpc_reflection_v1"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/fieldmaskpb"
)

// result returns the result of a finished operation.
func result[M proto.Message](t *testing.T, to M, op *longrunningpb.Operation, err error) M {
	t.Helper()
	must(t, err)
	if !op.Done {
		t.Error("it is still under way")
	}
	must(t, op.GetResponse().UnmarshalTo(to))
	return to
}

func mask(paths ...string) *fieldmaskpb.FieldMask { return &fieldmaskpb.FieldMask{Paths: paths} }

// TestInstanceDeletedMeanwhile makes and deletes an instance again and again while another
// goroutine asks for it. The one that asks must not bring the deleted instance back.
func TestInstanceDeletedMeanwhile(t *testing.T) {
	s, err := New(Options{})
	must(t, err)
	defer func() { must(t, s.Close()) }()
	i, stop := &s.instances, make(chan struct{})
	var asking sync.WaitGroup
	asking.Go(func() {
		for {
			select {
			case <-stop:
				return
			default:
				_, _ = i.GetInstance(t.Context(), &adminpb.GetInstanceRequest{Name: instanceName})
			}
		}
	})
	create := &adminpb.CreateInstanceRequest{Parent: "projects/p", InstanceId: "i", Clusters: map[string]*adminpb.Cluster{"c": {Location: "projects/p/locations/z", ServeNodes: 1}}}
	for n := 0; n < 20_000 && !t.Failed(); n++ {
		if _, err := i.CreateInstance(t.Context(), create); err != nil {
			t.Errorf("instance %d: %v", n, err)
		}
		if _, err := i.DeleteInstance(t.Context(), &adminpb.DeleteInstanceRequest{Name: instanceName}); err != nil {
			t.Errorf("instance %d: %v", n, err)
		}
	}
	close(stop)
	asking.Wait()
}

// TestInstanceMade creates an instance, finds it, changes it and deletes it with its tables.
func TestInstanceMade(t *testing.T) {
	ctx, dir := t.Context(), t.TempDir()
	h := start(t, Options{Folder: dir, Instance: "projects/p/instances/home"})
	admin := adminpb.NewBigtableInstanceAdminClient(h.Conn)
	get := func(name string) error {
		_, err := admin.GetInstance(ctx, &adminpb.GetInstanceRequest{Name: name})
		return err
	}
	must(t, get("projects/p/instances/home"))
	says(t, "not made", get(instanceName), codes.NotFound, "make it with CreateInstance")
	says(t, "no name", get("i"), codes.InvalidArgument, "projects/PROJECT")
	create := &adminpb.CreateInstanceRequest{Parent: "projects/p", InstanceId: "i", Instance: &adminpb.Instance{DisplayName: "mine", Labels: map[string]string{"a": "b"}},
		Clusters: map[string]*adminpb.Cluster{"c": {Location: "projects/p/locations/z", ServeNodes: 3}}}
	_, err := admin.CreateInstance(ctx, &adminpb.CreateInstanceRequest{Parent: "projects/p", InstanceId: "i"})
	says(t, "no cluster", err, codes.InvalidArgument, "no cluster")
	op, err := admin.CreateInstance(ctx, create)
	if made := result(t, &adminpb.Instance{}, op, err); made.Name != instanceName || made.State != adminpb.Instance_READY || made.DisplayName != "mine" {
		t.Error(made)
	}
	_, err = admin.CreateInstance(ctx, create)
	says(t, "twice", err, codes.AlreadyExists, "already")
	op, err = admin.PartialUpdateInstance(ctx, &adminpb.PartialUpdateInstanceRequest{Instance: &adminpb.Instance{Name: instanceName, DisplayName: "new"}, UpdateMask: mask("display_name", "labels")})
	if made := result(t, &adminpb.Instance{}, op, err); made.DisplayName != "new" || len(made.Labels) > 0 {
		t.Error(made)
	}
	_, err = admin.PartialUpdateInstance(ctx, &adminpb.PartialUpdateInstanceRequest{Instance: &adminpb.Instance{Name: instanceName}, UpdateMask: mask("state")})
	says(t, "a state", err, codes.InvalidArgument, "state cannot be updated")

	must(t, h.Admin.CreateTable(ctx, "t"))
	tables := adminpb.NewBigtableTableAdminClient(h.Conn)
	full, err := tables.GetTable(ctx, &adminpb.GetTableRequest{Name: instanceName + "/tables/t", View: adminpb.Table_FULL})
	if err != nil || len(full.ClusterStates) != 1 || full.ClusterStates["c"] == nil {
		t.Error(full, err)
	}
	for view, want := range map[adminpb.Table_View]*adminpb.Table_ClusterState{
		adminpb.Table_REPLICATION_VIEW: {ReplicationState: adminpb.Table_ClusterState_READY},
		adminpb.Table_ENCRYPTION_VIEW:  {EncryptionInfo: []*adminpb.EncryptionInfo{{EncryptionType: adminpb.EncryptionInfo_GOOGLE_DEFAULT_ENCRYPTION}}},
	} {
		got, err := tables.GetTable(ctx, &adminpb.GetTableRequest{Name: instanceName + "/tables/t", View: view})
		if err != nil || !proto.Equal(got.ClusterStates["c"], want) {
			t.Error(view, got, err)
		}
	}
	protect := func(on bool) {
		_, err := tables.UpdateTable(ctx, &adminpb.UpdateTableRequest{Table: &adminpb.Table{Name: instanceName + "/tables/t", DeletionProtection: on}, UpdateMask: mask("deletion_protection")})
		must(t, err)
	}
	protect(true)
	_, err = admin.DeleteInstance(ctx, &adminpb.DeleteInstanceRequest{Name: instanceName})
	says(t, "a protected table", err, codes.FailedPrecondition, "protected")
	protect(false)
	_, err = admin.DeleteInstance(ctx, &adminpb.DeleteInstanceRequest{Name: instanceName})
	must(t, err)
	says(t, "deleted", get(instanceName), codes.NotFound, "has been deleted")
	_, err = admin.DeleteInstance(ctx, &adminpb.DeleteInstanceRequest{Name: instanceName})
	says(t, "deleted twice", err, codes.NotFound, "has been deleted")
	for _, name := range []string{"", "  ", "//", "/", "projects/foo", "projects/foo/instances", "projects/foo/instances/", "projects/foo/instances/a/bar", "projects/foo/instances/a/bar/b", "/projects/foo*"} {
		_, err = admin.DeleteInstance(ctx, &adminpb.DeleteInstanceRequest{Name: name})
		says(t, name, err, codes.InvalidArgument, "names no instance")
	}
	says(t, "a table in it", h.Admin.CreateTable(ctx, "u"), codes.NotFound, "make it again with CreateInstance")
	if list, err := admin.ListInstances(ctx, &adminpb.ListInstancesRequest{Parent: "projects/p"}); err != nil || len(list.Instances) != 1 {
		t.Error(list, err)
	}
	must(t, h.server.Close())
	again := start(t, Options{Folder: dir})
	if len(again.server.all()) > 0 {
		t.Error("its table is back after a restart")
	}
}

// TestClusters creates, changes and deletes clusters. The last cluster cannot be deleted.
func TestClusters(t *testing.T) {
	ctx, h := t.Context(), start(t, Options{Instance: instanceName})
	admin := adminpb.NewBigtableInstanceAdminClient(h.Conn)
	op, err := admin.CreateCluster(ctx, &adminpb.CreateClusterRequest{Parent: instanceName, ClusterId: "c", Cluster: &adminpb.Cluster{ServeNodes: 2}})
	if c := result(t, &adminpb.Cluster{}, op, err); c.ServeNodes != 2 || c.State != adminpb.Cluster_READY || c.NodeScalingFactor != adminpb.Cluster_NODE_SCALING_FACTOR_UNSPECIFIED {
		t.Error(c)
	}
	name := instanceName + "/clusters/c"
	op, err = admin.UpdateCluster(ctx, &adminpb.Cluster{Name: name, ServeNodes: 5})
	result(t, &adminpb.Cluster{}, op, err)
	scale := &adminpb.Cluster_ClusterConfig_{ClusterConfig: &adminpb.Cluster_ClusterConfig{ClusterAutoscalingConfig: &adminpb.Cluster_ClusterAutoscalingConfig{
		AutoscalingLimits: &adminpb.AutoscalingLimits{MinServeNodes: 7, MaxServeNodes: 9},
	}}}
	op, err = admin.PartialUpdateCluster(ctx, &adminpb.PartialUpdateClusterRequest{Cluster: &adminpb.Cluster{Name: name, Config: scale}, UpdateMask: mask("cluster_config.cluster_autoscaling_config")})
	if c := result(t, &adminpb.Cluster{}, op, err); c.ServeNodes != 7 {
		t.Error(c)
	}
	op, err = admin.PartialUpdateCluster(ctx, &adminpb.PartialUpdateClusterRequest{Cluster: &adminpb.Cluster{Name: name, ServeNodes: 2}, UpdateMask: mask("serve_nodes", "cluster_config.cluster_autoscaling_config")})
	if c := result(t, &adminpb.Cluster{}, op, err); c.ServeNodes != 2 || c.Config != nil {
		t.Error(c)
	}
	_, err = admin.PartialUpdateCluster(ctx, &adminpb.PartialUpdateClusterRequest{Cluster: &adminpb.Cluster{Name: name}, UpdateMask: mask("location")})
	says(t, "its place", err, codes.InvalidArgument, "location cannot be updated")
	_, err = admin.CreateCluster(ctx, &adminpb.CreateClusterRequest{Parent: instanceName, ClusterId: "d", Cluster: &adminpb.Cluster{EncryptionConfig: &adminpb.Cluster_EncryptionConfig{KmsKeyName: "k"}}})
	says(t, "a key", err, codes.Unimplemented, "cluster.encryption_config.kms_key_name is not here")
	// The Go client sends an encryption without a key if none is asked for.
	op, err = admin.CreateCluster(ctx, &adminpb.CreateClusterRequest{Parent: instanceName, ClusterId: "d", Cluster: &adminpb.Cluster{EncryptionConfig: &adminpb.Cluster_EncryptionConfig{}}})
	if c := result(t, &adminpb.Cluster{}, op, err); c.EncryptionConfig != nil {
		t.Error(c)
	}
	_, err = admin.DeleteCluster(ctx, &adminpb.DeleteClusterRequest{Name: instanceName + "/clusters/d"})
	must(t, err)
	_, err = admin.DeleteCluster(ctx, &adminpb.DeleteClusterRequest{Name: name})
	must(t, err)
	_, err = admin.DeleteCluster(ctx, &adminpb.DeleteClusterRequest{Name: instanceName + "/clusters/" + clusterID})
	says(t, "the last", err, codes.FailedPrecondition, "the only cluster")
}

// TestProfiles creates, lists, changes and deletes app profiles.
func TestProfiles(t *testing.T) {
	ctx, h := t.Context(), start(t, Options{Instance: instanceName})
	admin := adminpb.NewBigtableInstanceAdminClient(h.Conn)
	to := func(cluster string) *adminpb.AppProfile {
		return &adminpb.AppProfile{RoutingPolicy: &adminpb.AppProfile_SingleClusterRouting_{SingleClusterRouting: &adminpb.AppProfile_SingleClusterRouting{ClusterId: cluster}}}
	}
	create := func(p *adminpb.AppProfile) (*adminpb.AppProfile, error) {
		return admin.CreateAppProfile(ctx, &adminpb.CreateAppProfileRequest{Parent: instanceName, AppProfileId: "mine", AppProfile: p})
	}
	_, err := create(&adminpb.AppProfile{})
	says(t, "no way", err, codes.InvalidArgument, "single_cluster_routing")
	_, err = create(to("none"))
	says(t, "no cluster", err, codes.InvalidArgument, `"none"`)
	p, err := create(to(clusterID))
	if err != nil || p.GetStandardIsolation().GetPriority() != adminpb.AppProfile_PRIORITY_HIGH {
		t.Error(p, err)
	}
	_, err = create(to(clusterID))
	says(t, "twice", err, codes.AlreadyExists, "already")
	any := &adminpb.AppProfile{Name: p.Name, Description: "new", RoutingPolicy: &adminpb.AppProfile_MultiClusterRoutingUseAny_{MultiClusterRoutingUseAny: &adminpb.AppProfile_MultiClusterRoutingUseAny{}}}
	op, err := admin.UpdateAppProfile(ctx, &adminpb.UpdateAppProfileRequest{AppProfile: any, UpdateMask: mask("description", "multi_cluster_routing_use_any")})
	if p := result(t, &adminpb.AppProfile{}, op, err); p.Description != "new" || p.GetMultiClusterRoutingUseAny() == nil || p.GetSingleClusterRouting() != nil {
		t.Error(p)
	}
	any.GetMultiClusterRoutingUseAny().ClusterIds = []string{clusterID, "none"}
	_, err = admin.UpdateAppProfile(ctx, &adminpb.UpdateAppProfileRequest{AppProfile: any, UpdateMask: mask("multi_cluster_routing_use_any")})
	says(t, "one of its clusters", err, codes.InvalidArgument, `"none"`)
	_, err = admin.UpdateAppProfile(ctx, &adminpb.UpdateAppProfileRequest{AppProfile: any})
	says(t, "no mask", err, codes.InvalidArgument, "update_mask")
	list, err := admin.ListAppProfiles(ctx, &adminpb.ListAppProfilesRequest{Parent: instanceName, PageSize: 1})
	if err != nil || len(list.AppProfiles) != 1 || list.NextPageToken == "" {
		t.Error(list, err)
	}
	list, err = admin.ListAppProfiles(ctx, &adminpb.ListAppProfilesRequest{Parent: instanceName, PageToken: list.NextPageToken})
	if err != nil || len(list.AppProfiles) != 1 || list.AppProfiles[0].Name != p.Name {
		t.Error(list, err)
	}
	_, err = admin.DeleteAppProfile(ctx, &adminpb.DeleteAppProfileRequest{Name: p.Name})
	must(t, err)
	_, err = admin.GetAppProfile(ctx, &adminpb.GetAppProfileRequest{Name: p.Name})
	says(t, "deleted", err, codes.NotFound, "mine")
}

// TestIAM checks that everything is allowed, and that a policy is returned unchanged.
func TestIAM(t *testing.T) {
	ctx, h := t.Context(), start(t, Options{})
	must(t, h.Admin.CreateTable(ctx, "t"))
	tables, all := adminpb.NewBigtableTableAdminClient(h.Conn), adminpb.NewBigtableInstanceAdminClient(h.Conn)
	name := instanceName + "/tables/t"
	may, err := tables.TestIamPermissions(ctx, &iampb.TestIamPermissionsRequest{Resource: name, Permissions: []string{"bigtable.tables.get"}})
	if err != nil || len(may.Permissions) != 1 {
		t.Error(may, err)
	}
	may, err = all.TestIamPermissions(ctx, &iampb.TestIamPermissionsRequest{Resource: instanceName, Permissions: []string{"a", "b"}})
	if err != nil || len(may.Permissions) != 2 {
		t.Error(may, err)
	}
	before, err := tables.GetIamPolicy(ctx, &iampb.GetIamPolicyRequest{Resource: name})
	must(t, err)
	before.Bindings = []*iampb.Binding{{Role: "roles/viewer", Members: []string{"user:a@example.com"}}}
	set, err := tables.SetIamPolicy(ctx, &iampb.SetIamPolicyRequest{Resource: name, Policy: before})
	must(t, err)
	if now, err := tables.GetIamPolicy(ctx, &iampb.GetIamPolicyRequest{Resource: name}); err != nil || !proto.Equal(now, set) || len(now.Bindings) != 1 {
		t.Error(now, err)
	}
	_, err = tables.SetIamPolicy(ctx, &iampb.SetIamPolicyRequest{Resource: name, Policy: before})
	says(t, "an older policy", err, codes.Aborted, "read it again")
	_, err = tables.GetIamPolicy(ctx, &iampb.GetIamPolicyRequest{Resource: name + "x"})
	says(t, "no table", err, codes.NotFound, "tx")
}

// TestHealth checks that a client can ask whether the server is serving, and which services it has.
func TestHealth(t *testing.T) {
	ctx, h := t.Context(), start(t, Options{})
	for _, service := range []string{"", "google.bigtable.v2.Bigtable"} {
		res, err := healthpb.NewHealthClient(h.Conn).Check(ctx, &healthpb.HealthCheckRequest{Service: service})
		if err != nil || res.Status != healthpb.HealthCheckResponse_SERVING {
			t.Error(service, res, err)
		}
	}
	stream, err := grpc_reflection_v1.NewServerReflectionClient(h.Conn).ServerReflectionInfo(ctx)
	must(t, err)
	must(t, stream.Send(&grpc_reflection_v1.ServerReflectionRequest{MessageRequest: &grpc_reflection_v1.ServerReflectionRequest_ListServices{}}))
	res, err := stream.Recv()
	must(t, err)
	found := map[string]bool{}
	for _, s := range res.GetListServicesResponse().GetService() {
		found[s.Name] = true
	}
	if !found["google.bigtable.v2.Bigtable"] || !found["google.bigtable.admin.v2.BigtableInstanceAdmin"] || !found["grpc.health.v1.Health"] {
		t.Error(found)
	}
}
