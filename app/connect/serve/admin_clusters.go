package serve

import (
	"context"
	"maps"
	"slices"
	"strings"

	adminpb "cloud.google.com/go/bigtable/admin/apiv2/adminpb"
	"cloud.google.com/go/longrunning/autogen/longrunningpb"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/emptypb"
	"google.golang.org/protobuf/types/known/fieldmaskpb"
)

// clusterOf returns a new cluster for a request. Clusters have no data of their own: all clusters
// of an instance have the same tables.
func clusterOf(instance, id string, c *adminpb.Cluster) (*adminpb.Cluster, error) {
	if err := checkID("cluster_id", id); err != nil {
		return nil, err
	}
	if c == nil {
		return nil, invalid("cluster %s is missing: say where it lies and how many nodes it has", id)
	}
	if c.ServeNodes < 0 {
		return nil, invalid("serve_nodes of cluster %s is %d: give 1 or more", id, c.ServeNodes)
	}
	c = proto.CloneOf(c)
	c.EncryptionConfig = nil // without a key it means nothing; with a key checkFields refuses it
	c.Name, c.State = instance+"/clusters/"+id, adminpb.Cluster_READY
	if c.DefaultStorageType == adminpb.StorageType_STORAGE_TYPE_UNSPECIFIED {
		c.DefaultStorageType = adminpb.StorageType_SSD
	}
	settle(c)
	return c, nil
}

// settle limits the number of a cluster's nodes to the bounds of its autoscaling, but at least to
// one. It removes a configuration without autoscaling.
func settle(c *adminpb.Cluster) {
	if c.GetClusterConfig().GetClusterAutoscalingConfig() == nil {
		c.Config = nil
	}
	limits := c.GetClusterConfig().GetClusterAutoscalingConfig().GetAutoscalingLimits()
	if limits != nil {
		c.ServeNodes = min(max(c.ServeNodes, limits.MinServeNodes), limits.MaxServeNodes)
	}
	c.ServeNodes = max(c.ServeNodes, 1)
}

// withCluster calls do with a cluster, which must exist. The mutex is held meanwhile.
func (i *instances) withCluster(name string, do func(m *made, id string, c *adminpb.Cluster) error) error {
	of, id, _ := strings.Cut(name, "/clusters/")
	return i.with(of, func(m *made) error {
		c := m.clusters[id]
		if c == nil {
			return status.Errorf(codes.NotFound, "there is no cluster %q in %s: there is %s", id, of, strings.Join(slices.Sorted(maps.Keys(m.clusters)), ", "))
		}
		return do(m, id, c)
	})
}

// CreateCluster implements [adminpb.BigtableInstanceAdminServer]. The operation is done when it
// returns.
func (i *instances) CreateCluster(_ context.Context, req *adminpb.CreateClusterRequest) (op *longrunningpb.Operation, err error) {
	err = i.with(req.Parent, func(m *made) error {
		c, err := clusterOf(req.Parent, req.ClusterId, req.Cluster)
		if err != nil {
			return err
		}
		if m.clusters[req.ClusterId] != nil {
			return status.Errorf(codes.AlreadyExists, "there is a cluster %s in %s already: choose another name", req.ClusterId, req.Parent)
		}
		m.clusters[req.ClusterId] = c
		op, err = done(c)
		return err
	})
	return op, err
}

// GetCluster implements [adminpb.BigtableInstanceAdminServer].
func (i *instances) GetCluster(_ context.Context, req *adminpb.GetClusterRequest) (out *adminpb.Cluster, err error) {
	err = i.withCluster(req.Name, func(_ *made, _ string, c *adminpb.Cluster) error {
		out = proto.CloneOf(c)
		return nil
	})
	return out, err
}

// ListClusters implements [adminpb.BigtableInstanceAdminServer]. The parent
// projects/PROJECT/instances/- means all instances that are listed.
func (i *instances) ListClusters(_ context.Context, req *adminpb.ListClustersRequest) (*adminpb.ListClustersResponse, error) {
	res := &adminpb.ListClustersResponse{}
	err := i.each(req.Parent, func(m *made) {
		for _, id := range slices.Sorted(maps.Keys(m.clusters)) {
			res.Clusters = append(res.Clusters, proto.CloneOf(m.clusters[id]))
		}
	})
	if err != nil {
		return nil, err
	}
	return res, nil
}

// UpdateCluster implements [adminpb.BigtableInstanceAdminServer]. It changes the number of nodes
// and the autoscaling.
func (i *instances) UpdateCluster(_ context.Context, req *adminpb.Cluster) (*longrunningpb.Operation, error) {
	return i.updateCluster(req, &fieldmaskpb.FieldMask{Paths: []string{"serve_nodes", "cluster_config"}})
}

// PartialUpdateCluster implements [adminpb.BigtableInstanceAdminServer].
func (i *instances) PartialUpdateCluster(_ context.Context, req *adminpb.PartialUpdateClusterRequest) (*longrunningpb.Operation, error) {
	return i.updateCluster(req.Cluster, req.UpdateMask)
}

// updateCluster changes the fields of a cluster that a mask names.
func (i *instances) updateCluster(to *adminpb.Cluster, mask *fieldmaskpb.FieldMask) (op *longrunningpb.Operation, err error) {
	err = i.withCluster(to.GetName(), func(_ *made, _ string, c *adminpb.Cluster) error {
		if to.ServeNodes < 0 {
			return invalid("serve_nodes is %d: give 1 or more", to.ServeNodes)
		}
		if err := update(c, to, mask, "serve_nodes", "cluster_config"); err != nil {
			return err
		}
		settle(c)
		op, err = done(c)
		return err
	})
	return op, err
}

// DeleteCluster implements [adminpb.BigtableInstanceAdminServer]. It refuses the last cluster of an
// instance.
func (i *instances) DeleteCluster(_ context.Context, req *adminpb.DeleteClusterRequest) (*emptypb.Empty, error) {
	err := i.withCluster(req.Name, func(m *made, id string, _ *adminpb.Cluster) error {
		if len(m.clusters) == 1 {
			return status.Errorf(codes.FailedPrecondition, "%s is the only cluster of its instance: delete the instance, or make another cluster first", req.Name)
		}
		delete(m.clusters, id)
		return nil
	})
	if err != nil {
		return nil, err
	}
	return &emptypb.Empty{}, nil
}

// update copies the fields that a mask names from one message to another of the same type. may are
// the fields that can be updated; any other is refused.
func update(of, from proto.Message, mask *fieldmaskpb.FieldMask, may ...string) error {
	if len(mask.GetPaths()) == 0 || !mask.IsValid(of) {
		return invalid("update_mask is %q: name some of %s", strings.Join(mask.GetPaths(), ","), strings.Join(may, ", "))
	}
	for _, p := range mask.Paths {
		if head, _, _ := strings.Cut(p, "."); !slices.Contains(may, head) {
			return invalid("%s cannot be updated: name some of %s", p, strings.Join(may, ", "))
		}
	}
	for _, p := range mask.Paths {
		to, at := of.ProtoReflect(), from.ProtoReflect()
		parts := strings.Split(p, ".")
		for _, name := range parts[:len(parts)-1] {
			f := to.Descriptor().Fields().ByTextName(name)
			to, at = to.Mutable(f).Message(), at.Get(f).Message()
		}
		f := to.Descriptor().Fields().ByTextName(parts[len(parts)-1])
		if at.Has(f) {
			to.Set(f, at.Get(f))
		} else {
			to.Clear(f)
		}
	}
	return nil
}
