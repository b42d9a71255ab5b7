package grid

import (
	"tabletop/app/i18n"
	"tabletop/engine/base"
)

var _ = i18n.Add(map[base.Code]string{
	"pick-table":      "Table shown",
	"no-table-text":   "Begin with data: from a recipe, a file, or what you paste. Or type createtable into the console.",
	"view-grid":       "Rows",
	"view-heat":       "Heat",
	"view-pairs":      "Pairs",
	"view-nested":     "Nested",
	"view-of-pairs":   "{1} as pairs of key and value",
	"view-of-nested":  "{1} as a nested map",
	"rows-shown":      "{1}–{2} of {3}",
	"rows-first":      "First rows",
	"rows-before":     "Earlier rows",
	"rows-after":      "Later rows",
	"rows-last":       "Last rows",
	"columns-left":    "{1#} more column{1=1?|s}: see the other views",
	"grid-keys":       "Enter edits, Space shows all of a cell, Delete deletes it",
	"cell-details":    "Cell",
	"row-details":     "Row",
	"cell-reading":    "Reading…",
	"cell-none":       "This row has no cell here, and pays nothing for it.",
	"cell-holds":      "{1#} version{1=1?|s}, {2~} of values",
	"row-holds":       "{1#} cell{1=1?|s}, {2~}; the key has {3#} byte{3=1?|s}",
	"bytes-long":      "The key has {1#} byte{1=1?|s}",
	"versions-left":   "{1#} older version{1=1? is|s are} not shown.",
	"value-cut":       "The first {1#} of {2#} bytes.",
	"hex-cut":         "The first {1#} of {2#} bytes in hexadecimal.",
	"as-integer":      "As a big-endian integer: {1}",
	"edit-cell":       "Value of {1} in row {2}",
	"edit-tall":       "Ctrl+Enter writes, Escape leaves the value as it was.",
	"edit-tall-bytes": "The value is no plain text: \\x00 is a byte, \\n the end of a line, \\\\ a backslash. Ctrl+Enter writes, Escape leaves it as it was.",
	"edit-bytes":      "Value of {1} in row {2}, escaped bytes",
	"delete-cell":     "Delete cell",
	"delete-row":      "Delete row",
	"add-row":         "Add row",
	"add-cell":        "Add cell",
	"add-no-family":   "The table has no column family yet, and every cell belongs to one. Make one first: createfamily.",
})
