//go:build !js

package lessons

import "embed"

// Content has the sources of all lessons, in the folder content.
//
//go:embed content
var Content embed.FS
