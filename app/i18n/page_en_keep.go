package i18n

import "tabletop/engine/base"

// pageKeep is the page's text about what becomes of work between tabs and storage.
var pageKeep = map[base.Code]string{
	"notice-rejoined": "{1#} {1=1?change|changes} from another tab came in late. What you did here comes after {1=1?it|them} now{2=0?.|, without {2#} {2=1?change|changes} that no longer {2=1?fits|fit}.}",
}
