package questions

import (
	"strings"
	"testing"

	"tabletop/app/page"
	"tabletop/engine"
	"tabletop/engine/plan"
	"tabletop/web/test/pagetest"
)

func TestRefusedConditions(t *testing.T) {
	for _, c := range []struct {
		cond plan.Cond
		want string
	}{
		{plan.Cond{}, "ask-value"},
		{plan.Cond{Value: "a"}, ""},
		{plan.Cond{Op: plan.HasPrefix}, "ask-value"},
		{plan.Cond{Op: plan.HasPrefix, Value: "2015"}, ""},
		{plan.Cond{Value: strings.Repeat("a", maxQueryText+1)}, "ask-long"},
		{plan.Cond{Op: plan.Between}, "ask-bound"},
		{plan.Cond{Op: plan.Between, Value: "b", To: "b"}, "ask-order"},
		{plan.Cond{Op: plan.Between, Value: "b"}, ""},
		{plan.Cond{Op: plan.Between, To: "b"}, ""},
		{plan.Cond{Op: plan.Numbers}, "ask-number"},
		{plan.Cond{Op: plan.Numbers, Value: "3.1", To: "3.3"}, ""},
		{plan.Cond{Op: plan.Numbers, Value: "-3.3", To: "-3.10"}, ""},
		{plan.Cond{Op: plan.Numbers, Value: "3.10", To: "3.1"}, "ask-order"},
		{plan.Cond{Op: plan.Numbers, Value: "3,1", To: "3.3"}, "ask-number"},
		{plan.Cond{Op: plan.Numbers, To: "0"}, ""},
		{plan.Cond{Op: plan.Numbers, Value: "07"}, "ask-number"},
		{plan.Cond{Op: plan.Numbers, Value: "9", To: "x"}, "ask-number"},
		{plan.Cond{Op: plan.Numbers, Value: "10", To: "9"}, "ask-order"},
		{plan.Cond{Op: plan.Numbers, Value: "9", To: "10"}, ""},
		{plan.Cond{Op: plan.Numbers, To: "10"}, ""},
	} {
		if got := refusedCond(c.cond); got != c.want {
			t.Errorf("%+v: %q", c.cond, got)
		}
	}
	p, s := pagetest.New(t, engine.TableInfo{Name: "games", Template: "{game}", Fields: []string{"game"}}), State{}
	for _, m := range []Msg{FormOpened{}, FormSubmitted{}} {
		p.Turn(func(t *page.Update) { Update(t, &s, m) })
	}
	p.Has(page.FocusElement{ID: ConditionElementID(CondValue, 0)})
	if f := s.FormState.Form; f == nil || f.Conds[0].Refused != "ask-value" {
		t.Errorf("%+v", f)
	}
}
