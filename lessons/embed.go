//go:build !js

package lessons

import "embed"

// Content is the lessons' sources, under content/.
//
//go:embed content
var Content embed.FS
