package main

import (
	"syscall/js"

	"github.com/maxence-charriere/go-app/v9/pkg/app"
)

// runPage draws the page until the tab closes.
func runPage() {
	app.RouteWithRegexp("^/.*", &root{})
	app.RunWhenOnBrowser()
}

// root is the whole page.
type root struct {
	app.Compo
}

func (r *root) OnMount(app.Context) {
	tabletop := js.Global().Get("tabletop")
	tabletop.Set("onworker", js.FuncOf(func(js.Value, []js.Value) any {
		awaitWorker(tabletop)
		return nil
	}))
	awaitWorker(tabletop)
}

// awaitWorker marks the page as ready once the worker in charge runs.
func awaitWorker(tabletop js.Value) {
	var started js.Func
	started = js.FuncOf(func(js.Value, []js.Value) any {
		started.Release()
		js.Global().Get("document").Get("documentElement").Get("dataset").Set("ready", "yes")
		return nil
	})
	tabletop.Get("started").Call("then", started)
}

func (r *root) Render() app.UI {
	to := func(path string) string { return app.Getenv("GOAPP_ROOT_PREFIX") + path }
	return app.Div().ID("app").Body(
		app.Main().Body(
			app.H1().Text("Tabletop"),
			app.Nav().Aria("label", "Tabletop").Body(
				app.A().Href(to("/")).Text("Home"),
				app.Text(" "),
				app.A().Href(to("/sandboxes/")).Text("Sandboxes"),
				app.Text(" "),
				app.A().Href(to("/reference/")).Text("Reference"),
			),
		),
	)
}
