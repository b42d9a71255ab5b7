package share

import (
	"slices"
	"strconv"

	"tabletop/app/form"
	"tabletop/app/host"
	"tabletop/app/jobs"
	"tabletop/app/page"
	"tabletop/app/synthetic/frames"
	"tabletop/engine/plan"
	"tabletop/engine/wire"
)

// factors are how many times as many synthetic records the reader can ask for.
var factors = []int64{1, 10, 100}

// timeAxis is the axis of a longer period, see fit.TimeAxis, which the page's program does not contain.
const timeAxis = "time"

// SyntheticLink is a link to synthetic data like those of the sandbox.
type SyntheticLink struct {
	Axis   string // of what there are to be more
	Factor int64  // how many times as many records
	Made   *frames.Made
	Failed string // i18n code of why there is none; "" if there is one, or it is coming

	file []byte // the exported sandbox
}

type (
	// fileCame brings the exported sandbox.
	fileCame struct {
		host.Answer
		of *LinkToShare
	}
	// synthesized brings the synthetic data, or says why there are none.
	synthesized struct {
		page.SecondProgramAnswer
		of *LinkToShare
	}
	// growthChosen sets the field with an ID.
	growthChosen struct{ ID, Text string }
)

// askSynthetic asks for a link to synthetic data. The sandbox is exported first, unless it has been.
func (u *update) askSynthetic(s SyntheticLink) {
	of := &LinkToShare{Kind: LinkSynthetic, version: u.Work.Version, waits: true, Synthetic: s}
	u.SharedLink = of
	if s.file == nil {
		u.FetchSandboxFile(func(a host.Answer) page.Msg { return fileCame{a, of} })
		return
	}
	ask := frames.Ask{File: s.file, Title: u.Work.Title, Settings: u.syntheticSettings(), Axis: s.Axis, Factor: s.Factor}
	u.DoEffect(page.AskSecondProgram{Job: jobs.Synthesize, Frame: wire.Encode(&ask, nil), Then: func(a page.SecondProgramAnswer) page.Msg { return synthesized{a, of} }})
}

// syntheticSettings returns the settings of the load, with the names that the questions have in the link. What the
// reader has written about the sandbox stays here.
func (u *update) syntheticSettings() string {
	all := page.SettingsOfGroups(u.Work.Settings, page.GroupLoadSetting, page.GroupLoadRate)
	out := all[:0]
	for _, e := range all {
		if e.Group == page.GroupLoadRate {
			i := slices.IndexFunc(u.Work.Timeline.Workload, func(q plan.Query) bool { return q.ID == e.Name })
			if i < 0 {
				continue
			}
			e.Name = frames.QuestionName(i)
		}
		out = append(out, e)
	}
	return page.FormatSavedTexts(out)
}

// stopSynthesis stops the second program if it makes data.
func (u *update) stopSynthesis() {
	if o := u.SharedLink; o != nil && o.Kind == LinkSynthetic && o.waits && o.Synthetic.file != nil {
		u.DoEffect(page.StopSecondProgram{})
	}
}

func (m fileCame) apply(u *update) {
	if u.SharedLink != m.of {
		return
	}
	if m.Err != nil || m.File == nil {
		u.SharedLink = &LinkToShare{Kind: LinkSynthetic, version: m.of.version, Err: m.Err}
		return
	}
	s := m.of.Synthetic
	s.file = m.File.Data
	u.askSynthetic(s)
}

// apply shows the link, or why there is none.
func (m synthesized) apply(u *update) {
	if u.SharedLink != m.of {
		return
	}
	o := LinkToShare{Kind: LinkSynthetic, version: m.of.version, Synthetic: m.of.Synthetic}
	if o.Synthetic.Failed = m.Failed; m.Failed == "" {
		made := &frames.Made{}
		if err := wire.Decode(m.Frame, made, nil); err != nil {
			panic(err) // both programs are of the same site
		}
		if o.Err = made.Refused; o.Err == nil {
			o.Synthetic.Made = made
			o.Size = len(u.Site) + len(place) + len(made.Text)
			if o.Size <= limit {
				u.showText(&o, made.Text)
			}
		} else {
			o.Synthetic.Made = m.of.Synthetic.Made // for its axes, so that another one can be chosen
		}
	}
	u.SharedLink = &o
}

// apply has other data made.
func (m growthChosen) apply(u *update) {
	if u.SharedLink == nil || u.SharedLink.Kind != LinkSynthetic {
		return
	}
	s := u.SharedLink.Synthetic
	if form.SetFieldValue(s.fields(), m.ID, m.Text) {
		u.askSynthetic(s)
	}
}

// fields returns the fields that say of what there are to be more. Until the first data have come, the axes are not
// known.
func (s *SyntheticLink) fields() []form.Field {
	if s.Made == nil {
		return nil
	}
	var sizes, axes []form.Option
	for _, f := range factors {
		n := strconv.FormatInt(f, 10)
		sizes = append(sizes, form.Option{Value: n, Text: form.SentenceText("share-factor", n)})
	}
	all := []form.Field{{
		ID: "share-size", Label: form.SentenceText("share-records"), Kind: form.KindChoice, Options: sizes, Value: strconv.FormatInt(max(s.Factor, 1), 10),
		Set: func(v string) { s.Factor, _ = strconv.ParseInt(v, 10, 64) },
	}}
	if s.Factor <= 1 {
		return all
	}
	axes = append(axes, form.Option{Text: form.SentenceText("share-axis-each")})
	for _, axis := range s.Made.Axes {
		text := form.SentenceText("share-axis-field", axis)
		if axis == timeAxis {
			text = form.SentenceText("share-axis-time")
		}
		axes = append(axes, form.Option{Value: axis, Text: text})
	}
	return append(all, form.Field{
		ID: "share-axis", Label: form.SentenceText("share-axis"), Kind: form.KindChoice, Options: axes, Value: s.Axis, Set: func(v string) { s.Axis = v },
	})
}

// openLinkPressed shows what the link to share holds, as it is shown to those who open it.
type openLinkPressed struct{}

func (openLinkPressed) apply(u *update) {
	if o := u.SharedLink; o != nil && o.Link != "" {
		text, _ := LinkInFragment(o.Link[len(u.Site)+len("/sandboxes/"):])
		u.SharedLink = nil
		LinkOpened{text}.apply(u)
	}
}
