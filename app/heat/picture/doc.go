// Package picture makes pictures of heat maps: [Picture] turns cells into pixels with a [ColourRamp]
// of colours, and [NewAxis] turns row keys into the labels beside them. It does not know pages
// or canvases:
//
//	var p picture.Picture
//	p.Take(matrix, picture.Viewport{Rows: matrix.Rows, Columns: matrix.Columns}, 400, 300)
//	p.Paint(picture.NewColourRamp(false), full)
package picture
