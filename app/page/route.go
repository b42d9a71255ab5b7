package page

import "strings"

// ParseRoute returns the route of a path below the site's root, as "/sandboxes/abc/".
func ParseRoute(path string) Route {
	parts := strings.Split(strings.Trim(path, "/"), "/")
	switch {
	case len(parts) == 1 && parts[0] == "":
		return Route{Screen: ScreenHome}
	case len(parts) == 1 && parts[0] == "sandboxes":
		return Route{Screen: ScreenSandboxes}
	case len(parts) == 1 && parts[0] == "reference":
		return Route{Screen: ScreenReference}
	case len(parts) == 2 && parts[0] == "lessons" && parts[1] == "open":
		return Route{Screen: ScreenOpenLesson}
	case len(parts) == 2 && parts[0] == "lessons" && parts[1] != "":
		return Route{Screen: ScreenLesson, ID: parts[1]}
	case len(parts) == 2 && parts[0] == "sandboxes" && parts[1] != "":
		return Route{Screen: ScreenSandbox, ID: parts[1]}
	}
	return Route{Screen: ScreenNotFound}
}

// Path returns the path of a route below the site's root.
func (r Route) Path() string {
	switch r.Screen {
	case ScreenLesson:
		return "/lessons/" + r.ID + "/"
	case ScreenSandboxes:
		return "/sandboxes/"
	case ScreenSandbox:
		return "/sandboxes/" + r.ID + "/"
	case ScreenOpenLesson:
		return "/lessons/open/"
	case ScreenReference:
		return "/reference/"
	}
	return "/"
}
