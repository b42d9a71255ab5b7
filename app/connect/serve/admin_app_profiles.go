package serve

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	adminpb "cloud.google.com/go/bigtable/admin/apiv2/adminpb"
	"cloud.google.com/go/iam/apiv1/iampb"
	"cloud.google.com/go/longrunning/autogen/longrunningpb"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/emptypb"
)

// highPriority returns the isolation of a profile that does not say one.
func highPriority() *adminpb.AppProfile_StandardIsolation_ {
	return &adminpb.AppProfile_StandardIsolation_{StandardIsolation: &adminpb.AppProfile_StandardIsolation{Priority: adminpb.AppProfile_PRIORITY_HIGH}}
}

// checkProfile refuses a profile that does not route to existing clusters, and completes a profile
// without isolation.
func (m *made) checkProfile(p *adminpb.AppProfile) error {
	var to []string
	switch r := p.GetRoutingPolicy().(type) {
	case *adminpb.AppProfile_SingleClusterRouting_:
		to = []string{r.SingleClusterRouting.GetClusterId()}
	case *adminpb.AppProfile_MultiClusterRoutingUseAny_:
		to = r.MultiClusterRoutingUseAny.GetClusterIds()
	default:
		return invalid("the profile says not where calls go: set single_cluster_routing or multi_cluster_routing_use_any")
	}
	for _, id := range to {
		if m.clusters[id] == nil {
			return invalid("the profile leads to the cluster %q, which is not there: there is %s", id, strings.Join(slices.Sorted(maps.Keys(m.clusters)), ", "))
		}
	}
	if p.GetIsolation() == nil {
		p.Isolation = highPriority()
	}
	return nil
}

// withProfile calls do with an app profile, which must exist. The mutex is held meanwhile.
func (i *instances) withProfile(name string, do func(m *made, id string, p *adminpb.AppProfile) error) error {
	of, id, _ := strings.Cut(name, "/appProfiles/")
	return i.with(of, func(m *made) error {
		p := m.profiles[id]
		if p == nil {
			return status.Errorf(codes.NotFound, "there is no app profile %q in %s: there is %s", id, of, strings.Join(slices.Sorted(maps.Keys(m.profiles)), ", "))
		}
		return do(m, id, p)
	})
}

// CreateAppProfile implements [adminpb.BigtableInstanceAdminServer].
func (i *instances) CreateAppProfile(_ context.Context, req *adminpb.CreateAppProfileRequest) (out *adminpb.AppProfile, err error) {
	err = i.with(req.Parent, func(m *made) error {
		if err := checkID("app_profile_id", req.AppProfileId); err != nil {
			return err
		}
		if m.profiles[req.AppProfileId] != nil {
			return status.Errorf(codes.AlreadyExists, "there is an app profile %s in %s already: choose another name", req.AppProfileId, req.Parent)
		}
		p := &adminpb.AppProfile{}
		if req.AppProfile != nil {
			p = proto.CloneOf(req.AppProfile)
		}
		if err := m.checkProfile(p); err != nil {
			return err
		}
		p.Name = req.Parent + "/appProfiles/" + req.AppProfileId
		m.profiles[req.AppProfileId], out = p, proto.CloneOf(p)
		return nil
	})
	return out, err
}

// GetAppProfile implements [adminpb.BigtableInstanceAdminServer].
func (i *instances) GetAppProfile(_ context.Context, req *adminpb.GetAppProfileRequest) (out *adminpb.AppProfile, err error) {
	err = i.withProfile(req.Name, func(_ *made, _ string, p *adminpb.AppProfile) error {
		out = proto.CloneOf(p)
		return nil
	})
	return out, err
}

// ListAppProfiles implements [adminpb.BigtableInstanceAdminServer]. The parent
// projects/PROJECT/instances/- means all instances that are listed.
func (i *instances) ListAppProfiles(_ context.Context, req *adminpb.ListAppProfilesRequest) (*adminpb.ListAppProfilesResponse, error) {
	after, err := pageOf(req.PageToken, req.PageSize)
	if err != nil {
		return nil, err
	}
	res := &adminpb.ListAppProfilesResponse{}
	err = i.each(req.Parent, func(m *made) {
		for _, id := range slices.Sorted(maps.Keys(m.profiles)) {
			res.AppProfiles = append(res.AppProfiles, proto.CloneOf(m.profiles[id]))
		}
	})
	if err != nil {
		return nil, err
	}
	slices.SortFunc(res.AppProfiles, func(a, b *adminpb.AppProfile) int { return strings.Compare(a.Name, b.Name) })
	res.AppProfiles = slices.DeleteFunc(res.AppProfiles, func(p *adminpb.AppProfile) bool { return p.Name <= after })
	if n := int(req.PageSize); n > 0 && len(res.AppProfiles) > n {
		res.AppProfiles = res.AppProfiles[:n]
		res.NextPageToken = pageToken(res.AppProfiles[n-1].Name)
	}
	return res, nil
}

// UpdateAppProfile implements [adminpb.BigtableInstanceAdminServer]. The operation is done when it
// returns.
func (i *instances) UpdateAppProfile(_ context.Context, req *adminpb.UpdateAppProfileRequest) (op *longrunningpb.Operation, err error) {
	err = i.withProfile(req.GetAppProfile().GetName(), func(m *made, id string, p *adminpb.AppProfile) error {
		to := proto.CloneOf(p)
		err := update(to, req.AppProfile, req.UpdateMask, "description", "multi_cluster_routing_use_any", "single_cluster_routing",
			"priority", "standard_isolation", "data_boost_isolation_read_only")
		if err == nil {
			err = m.checkProfile(to)
		}
		if err != nil {
			return err
		}
		m.profiles[id] = to
		op, err = done(to)
		return err
	})
	return op, err
}

// DeleteAppProfile implements [adminpb.BigtableInstanceAdminServer].
func (i *instances) DeleteAppProfile(_ context.Context, req *adminpb.DeleteAppProfileRequest) (*emptypb.Empty, error) {
	err := i.withProfile(req.Name, func(m *made, id string, _ *adminpb.AppProfile) error {
		delete(m.profiles, id)
		return nil
	})
	if err != nil {
		return nil, err
	}
	return &emptypb.Empty{}, nil
}

// checkResource refuses the name of an instance or a table that does not exist.
func (i *instances) checkResource(name string) error {
	if of, _, is := cutTable(name); is {
		if rest := strings.TrimPrefix(name, of+"/tables/"); strings.Contains(rest, "/") {
			return status.Errorf(codes.NotFound, "there is no %s: there are instances and tables", name)
		}
		_, err := i.tables.find(name)
		return err
	}
	return i.with(name, func(*made) error { return nil })
}

// policy returns a copy of a resource's policy. The mutex must be held.
func (i *instances) policy(resource string) *iampb.Policy {
	if p := i.policies[resource]; p != nil {
		return proto.CloneOf(p)
	}
	return &iampb.Policy{Etag: []byte("none")}
}

// GetIamPolicy returns the policy that was set last. Policies have no effect.
func (i *instances) GetIamPolicy(_ context.Context, req *iampb.GetIamPolicyRequest) (*iampb.Policy, error) {
	if err := i.checkResource(req.Resource); err != nil {
		return nil, err
	}
	i.mu.Lock()
	defer i.mu.Unlock()
	return i.policy(req.Resource), nil
}

// SetIamPolicy stores a policy. It refuses one with the etag of an older policy.
func (i *instances) SetIamPolicy(_ context.Context, req *iampb.SetIamPolicyRequest) (*iampb.Policy, error) {
	if err := i.checkResource(req.Resource); err != nil {
		return nil, err
	}
	if req.Policy == nil {
		return nil, invalid("the policy is missing: set policy")
	}
	i.mu.Lock()
	defer i.mu.Unlock()
	p := proto.CloneOf(req.Policy)
	if now := i.policy(req.Resource); len(p.Etag) > 0 && string(p.Etag) != string(now.Etag) {
		return nil, status.Errorf(codes.Aborted, "the policy of %s has been changed since it was read: read it again", req.Resource)
	}
	i.changes++
	p.Etag = fmt.Appendf(nil, "%d", i.changes)
	i.policies[req.Resource] = p
	return proto.CloneOf(p), nil
}

// TestIamPermissions returns all permissions of the request, since everything is allowed.
func (i *instances) TestIamPermissions(_ context.Context, req *iampb.TestIamPermissionsRequest) (*iampb.TestIamPermissionsResponse, error) {
	if err := i.checkResource(req.Resource); err != nil {
		return nil, err
	}
	return &iampb.TestIamPermissionsResponse{Permissions: req.Permissions}, nil
}

// GetIamPolicy returns the policy of a table, see [instances.GetIamPolicy].
func (s *Server) GetIamPolicy(ctx context.Context, req *iampb.GetIamPolicyRequest) (*iampb.Policy, error) {
	return s.instances.GetIamPolicy(ctx, req)
}

// SetIamPolicy stores the policy of a table, see [instances.SetIamPolicy].
func (s *Server) SetIamPolicy(ctx context.Context, req *iampb.SetIamPolicyRequest) (*iampb.Policy, error) {
	return s.instances.SetIamPolicy(ctx, req)
}

// TestIamPermissions returns all permissions of the request.
func (s *Server) TestIamPermissions(ctx context.Context, req *iampb.TestIamPermissionsRequest) (*iampb.TestIamPermissionsResponse, error) {
	return s.instances.TestIamPermissions(ctx, req)
}
