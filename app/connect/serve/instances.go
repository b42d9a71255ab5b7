package serve

import (
	"context"
	"strings"

	adminpb "cloud.google.com/go/bigtable/admin/apiv2/adminpb"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
)

// The one cluster and the one profile of every instance.
const (
	clusterID = "local"
	profileID = "default"
)

// instances says what there is to know of instances: every one that is named is there, and
// those that hold tables are listed.
type instances struct {
	adminpb.UnimplementedBigtableInstanceAdminServer
	tables *Server
}

func instance(name string) *adminpb.Instance {
	return &adminpb.Instance{
		Name: name, DisplayName: name[strings.LastIndexByte(name, '/')+1:], State: adminpb.Instance_READY, Type: adminpb.Instance_PRODUCTION,
	}
}

func cluster(of string) *adminpb.Cluster {
	project := strings.Join(strings.Split(of, "/")[:2], "/")
	return &adminpb.Cluster{
		Name: of + "/clusters/" + clusterID, Location: project + "/locations/local-a", State: adminpb.Cluster_READY,
		DefaultStorageType: adminpb.StorageType_SSD, ServeNodes: 1,
	}
}

func profile(of string) *adminpb.AppProfile {
	return &adminpb.AppProfile{
		Name: of + "/appProfiles/" + profileID, Description: "the one profile there is",
		RoutingPolicy: &adminpb.AppProfile_SingleClusterRouting_{SingleClusterRouting: &adminpb.AppProfile_SingleClusterRouting{
			ClusterId: clusterID, AllowTransactionalWrites: true,
		}},
	}
}

// checkInstance refuses a name that is no instance's.
func checkInstance(name string) error {
	if !validInstance(name) {
		return invalid("%q names no instance: say projects/PROJECT/instances/INSTANCE", name)
	}
	return nil
}

// within returns the instance of a name that ends in a folder and the one that is there.
func within(name, folder, id string) (string, error) {
	of, last, _ := strings.Cut(name, "/"+folder+"/")
	if err := checkInstance(of); err != nil {
		return "", err
	}
	if last != id {
		return "", status.Errorf(codes.NotFound, "there is no %s in %s of %s: there is %s", last, folder, of, id)
	}
	return of, nil
}

func (i *instances) GetInstance(_ context.Context, req *adminpb.GetInstanceRequest) (*adminpb.Instance, error) {
	if err := checkInstance(req.Name); err != nil {
		return nil, err
	}
	return instance(req.Name), nil
}

func (i *instances) ListInstances(_ context.Context, req *adminpb.ListInstancesRequest) (*adminpb.ListInstancesResponse, error) {
	res, last := &adminpb.ListInstancesResponse{}, ""
	for _, t := range i.tables.all() {
		of, _, _ := cutTable(t.name)
		if of != last && strings.HasPrefix(of, req.Parent+"/instances/") {
			res.Instances = append(res.Instances, instance(of))
		}
		last = of
	}
	return res, nil
}

func (i *instances) GetCluster(_ context.Context, req *adminpb.GetClusterRequest) (*adminpb.Cluster, error) {
	of, err := within(req.Name, "clusters", clusterID)
	if err != nil {
		return nil, err
	}
	return cluster(of), nil
}

// ListClusters takes an instance, or projects/PROJECT/instances/- for all that are listed.
func (i *instances) ListClusters(ctx context.Context, req *adminpb.ListClustersRequest) (*adminpb.ListClustersResponse, error) {
	res := &adminpb.ListClustersResponse{}
	if project, all := strings.CutSuffix(req.Parent, "/instances/-"); all {
		list, err := i.ListInstances(ctx, &adminpb.ListInstancesRequest{Parent: project})
		for _, in := range list.GetInstances() {
			res.Clusters = append(res.Clusters, cluster(in.Name))
		}
		return res, err
	}
	if err := checkInstance(req.Parent); err != nil {
		return nil, err
	}
	res.Clusters = append(res.Clusters, cluster(req.Parent))
	return res, nil
}

func (i *instances) GetAppProfile(_ context.Context, req *adminpb.GetAppProfileRequest) (*adminpb.AppProfile, error) {
	of, err := within(req.Name, "appProfiles", profileID)
	if err != nil {
		return nil, err
	}
	return profile(of), nil
}

func (i *instances) ListAppProfiles(_ context.Context, req *adminpb.ListAppProfilesRequest) (*adminpb.ListAppProfilesResponse, error) {
	if err := checkInstance(req.Parent); err != nil {
		return nil, err
	}
	return &adminpb.ListAppProfilesResponse{AppProfiles: []*adminpb.AppProfile{profile(req.Parent)}}, nil
}
