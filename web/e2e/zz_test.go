//go:build e2e

package e2e

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"tabletop/lessons"
)

func TestZZ(t *testing.T) {
	all, err := lessons.All(os.DirFS(filepath.Join(rootDir, "lessons")), "en")
	if err != nil {
		t.Fatal(err)
	}
	tab := begin(t)
	tab.BeforeScripts(walker)
	tab.Size(1440, 900)
	tab.Open("/")
	tab.Shot("zz-home")
	tab.Size(390, 844)
	tab.Shot("zz-home-phone")
	for _, l := range all {
		if !slices.Contains(strings.Split(*some, ","), l.Slug) {
			continue
		}
		tab.Size(1440, 900)
		tab.Open("/lessons/" + l.Slug + "/" + teacher)
		for i, s := range l.Steps {
			tab.WaitText("#step-title", s.Title)
			tab.Shot(fmt.Sprintf("zz-%s-%d-a", l.Slug, i+1))
			if i == 0 {
				tab.Size(390, 844)
				tab.Shot(fmt.Sprintf("zz-%s-%d-phone", l.Slug, i+1))
				tab.Size(1440, 900)
			}
			tab.walkStep(l, i)
			tab.Shot(fmt.Sprintf("zz-%s-%d-b", l.Slug, i+1))
			if i+1 < len(l.Steps) {
				tab.walked("on", fmt.Sprintf("walkOn('Next step', %s)", asJSON(l.Steps[i+1].Title)))
			}
		}
	}
}
