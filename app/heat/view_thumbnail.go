package heat

import (
	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"tabletop/app/heat/picture"
	"tabletop/app/ui"
	"tabletop/engine/cluster"
)

// mini is the component of a small map without labels.
type mini struct {
	app.Compo
	Map    *Map
	Metric cluster.Metric
	Full   float32

	picture picture.Picture
	sight   ui.Repainter
}

// Render draws the canvas.
func (c *mini) Render() app.UI { return app.Canvas().Class("heat-mini").Aria("hidden", "true") }

// OnMount starts painting whenever the size or the colours change.
func (c *mini) OnMount(ctx app.Context) { c.sight.Mount(ctx, c.JSValue(), c.paint) }

// OnDismount stops that.
func (c *mini) OnDismount() { c.sight.Dismount() }

// OnUpdate paints the new map.
func (c *mini) OnUpdate(app.Context) { c.paint() }

// paint paints the whole map, if the canvas has a size.
func (c *mini) paint() {
	canvas := c.JSValue()
	if canvas == nil || !canvas.Truthy() || c.Map == nil {
		return
	}
	wide, high := c.sight.Size()
	if wide == 0 || high == 0 {
		return // out of sight
	}
	m := c.Map
	c.picture.ResampleCells(m.matrix(c.Metric), picture.Viewport{Rows: len(m.Borders), Columns: len(m.Columns)}, wide, high)
	c.picture.PaintCells(picture.NewColourRamp(c.sight.Theme.Get("matches").Bool()), c.Full)
	put(canvas, &c.picture)
}
