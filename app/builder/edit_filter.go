package builder

import (
	"slices"
	"strconv"
	"strings"

	"tabletop/engine/base"
	"tabletop/engine/hbase/hfilter"
)

// filterDo is an edit of a filter in the tree.
type filterDo string

// The edits. Their names are used in ids and in the codes of sentences.
const (
	doUp     filterDo = "up"
	doDown   filterDo = "down"
	doRemove filterDo = "remove"
	doSkip   filterDo = "skip"   // wraps it into SKIP
	doWhile  filterDo = "while"  // wraps it into WHILE
	doUnwrap filterDo = "unwrap" // removes the wrapper
	doMore   filterDo = "more"   // adds an argument
	doFewer  filterDo = "fewer"  // removes the last argument
)

// filterElement returns the id of the button that edits the filter at a path.
func filterElement(path string, do filterDo) string {
	return field{Part: partFilter, Path: path}.element() + "_" + string(do)
}

// within returns the filters in a group or wrapper, nil for any other filter.
func within(f hfilter.Filter) []hfilter.Filter {
	switch f := f.(type) {
	case hfilter.And:
		return f
	case hfilter.Or:
		return f
	case hfilter.Skip:
		return []hfilter.Filter{f.Filter}
	case hfilter.While:
		return []hfilter.Filter{f.Filter}
	}
	return nil
}

// pathOf returns the path of child i, counted from 0, of the filter at a path.
func pathOf(path string, i int) string {
	if path != "" {
		path += "."
	}
	return path + strconv.Itoa(i+1)
}

// parentOf splits a path into the path of the parent and the index of the child. The index
// is -1 for the root.
func parentOf(path string) (parent string, i int) {
	if path == "" {
		return "", -1
	}
	parent, last := "", path
	if dot := strings.LastIndexByte(path, '.'); dot >= 0 {
		parent, last = path[:dot], path[dot+1:]
	}
	n, err := strconv.Atoi(last)
	if err != nil {
		return "", -1
	}
	return parent, n - 1
}

// grouped returns a filter of the same kind as f with other children. It returns nil if
// there are none, and the child itself for a group of one.
func grouped(f hfilter.Filter, children []hfilter.Filter) hfilter.Filter {
	if len(children) == 0 {
		return nil
	}
	switch f.(type) {
	case hfilter.And:
		if len(children) > 1 {
			return hfilter.And(children)
		}
	case hfilter.Or:
		if len(children) > 1 {
			return hfilter.Or(children)
		}
	case hfilter.Skip:
		return hfilter.Skip{Filter: children[0]}
	case hfilter.While:
		return hfilter.While{Filter: children[0]}
	}
	return children[0]
}

// editFilter returns a tree in which the filter at a path is replaced by what change
// returns, or removed if that is nil. It returns the tree unchanged if there is no such
// path. Trees are not changed in place.
func editFilter(f hfilter.Filter, path string, change func(hfilter.Filter) hfilter.Filter) hfilter.Filter {
	if path == "" {
		return change(f)
	}
	first, rest, _ := strings.Cut(path, ".")
	i, err := strconv.Atoi(first)
	children := slices.Clone(within(f))
	if i--; err != nil || i < 0 || i >= len(children) {
		return f
	}
	if children[i] = editFilter(children[i], rest, change); children[i] == nil {
		children = slices.Delete(children, i, i+1)
	}
	return grouped(f, children)
}

// addFilter returns a tree with a filter added, as filterAdded says.
func addFilter(root hfilter.Filter, path string, added hfilter.Filter, join string) hfilter.Filter {
	return editFilter(root, path, func(f hfilter.Filter) hfilter.Filter {
		and, isAnd := f.(hfilter.And)
		or, isOr := f.(hfilter.Or)
		switch {
		case f == nil:
			return added
		case isAnd && join != "or":
			return append(slices.Clone(and), added)
		case isOr && join != "and":
			return append(slices.Clone(or), added)
		case join == "or":
			return hfilter.Or{f, added}
		}
		return hfilter.And{f, added}
	})
}

// edit returns a tree in which the filter at a path is edited.
func (do filterDo) edit(root hfilter.Filter, path string) hfilter.Filter {
	switch do {
	case doUp, doDown:
		parent, i := parentOf(path)
		to := i + 1
		if do == doUp {
			to = i - 1
		}
		if i < 0 {
			return root
		}
		return editFilter(root, parent, func(f hfilter.Filter) hfilter.Filter {
			// Swap the filter with its neighbour in the parent.
			children := slices.Clone(within(f))
			if min(i, to) < 0 || max(i, to) >= len(children) {
				return f
			}
			children[i], children[to] = children[to], children[i]
			return grouped(f, children)
		})
	}
	return editFilter(root, path, func(f hfilter.Filter) hfilter.Filter {
		switch {
		case f == nil, do == doRemove:
			return nil
		case do == doSkip:
			return hfilter.Skip{Filter: f}
		case do == doWhile:
			return hfilter.While{Filter: f}
		case do == doUnwrap && len(within(f)) > 0:
			return within(f)[0]
		case len(within(f)) > 0:
			return f
		}
		// The remaining edits change the number of arguments, which only some filters allow.
		name, args := hfilter.NameAndArgs(f)
		texts := argTexts(args)
		switch {
		case !hfilter.LastArgRepeats(name):
			return f
		case do == doMore:
			texts = append(texts, map[hfilter.ArgKind]string{hfilter.ArgInt: "1"}[args[0].Kind])
		case do == doFewer && len(texts) > 1:
			texts = texts[:len(texts)-1]
		}
		return made(name, texts)
	})
}

// next returns the id of the element that gets the focus after the edit.
func (do filterDo) next(path string) string {
	parent, i := parentOf(path)
	switch do {
	case doUp:
		return filterElement(pathOf(parent, max(0, i-1)), do)
	case doDown:
		return filterElement(pathOf(parent, i+1), do)
	case doMore, doFewer:
		return filterElement(path, do)
	}
	return elementAddFilter
}

// lastOf returns the path of the last filter in the group at a path, or the path itself if
// it is no group.
func lastOf(root hfilter.Filter, path string) string {
	if n := len(within(filterAt(root, path))); n > 0 {
		return pathOf(path, n-1)
	}
	return path
}

// argTexts returns the texts of arguments.
func argTexts(args []hfilter.Arg) []string {
	texts := make([]string, len(args))
	for i, a := range args {
		texts[i] = a.Text
	}
	return texts
}

// made returns a filter with arguments that are known to be valid.
func made(name string, texts []string) hfilter.Filter {
	f, err := hfilter.FromArgs(name, texts)
	if err != nil {
		panic("builder: a filter that cannot be made: " + err.Error())
	}
	return f
}

// filterAt returns the filter at a path, nil if there is none.
func filterAt(f hfilter.Filter, path string) hfilter.Filter {
	for path != "" && f != nil {
		first, rest, _ := strings.Cut(path, ".")
		children := within(f)
		i, err := strconv.Atoi(first)
		if err != nil || i < 1 || i > len(children) {
			return nil
		}
		f, path = children[i-1], rest
	}
	return f
}

// argOf returns the name and the arguments of the filter that a field is about. The
// arguments are nil if the filter does not exist, is a group, or has no argument number
// f.At.
func argOf(root hfilter.Filter, f field) (name string, args []hfilter.Arg) {
	at := filterAt(root, f.Path)
	if at == nil || len(within(at)) > 0 {
		return "", nil
	}
	name, args = hfilter.NameAndArgs(at)
	if f.At < 0 || f.At >= len(args) {
		return "", nil
	}
	return name, args
}

// filterValue returns the value that a field has in a tree, "" if there is no such field.
func filterValue(root hfilter.Filter, f field) string {
	if f.Part == partJoin {
		switch filterAt(root, f.Path).(type) {
		case hfilter.And:
			return "and"
		case hfilter.Or:
			return "or"
		case hfilter.Skip:
			return "skip"
		case hfilter.While:
			return "while"
		}
		return ""
	}
	// The other parts are arguments. That of a comparator has two fields: its kind, before the
	// colon, and its value.
	_, args := argOf(root, f)
	if args == nil {
		return ""
	}
	a := args[f.At]
	comparator, text, _ := strings.Cut(a.Text, ":")
	switch {
	case f.Part == partComparator:
		return comparator
	case a.Kind == hfilter.ArgComparator && comparator == hfilter.RegexString.String():
		return escapedPattern(text)
	case a.Kind == hfilter.ArgComparator:
		return escaped(text)
	case a.Kind == hfilter.ArgText:
		return escaped(a.Text)
	}
	return a.Text
}

// setFilter returns a tree in which a field has another value, or why the value is refused.
func setFilter(root hfilter.Filter, f field, value string) (hfilter.Filter, *base.Error) {
	if f.Part == partJoin {
		return editFilter(root, f.Path, func(g hfilter.Filter) hfilter.Filter { return joined(g, value) }), nil
	}
	// A comparator is written as kind:value; a field changes one of the two.
	name, args := argOf(root, f)
	if args == nil {
		return root, nil
	}
	a := &args[f.At]
	comparator, text, _ := strings.Cut(a.Text, ":")
	if comparator == "" {
		comparator = hfilter.Binary.String()
	}
	switch {
	case f.Part == partComparator:
		a.Text = value + ":" + text
	case a.Kind == hfilter.ArgText, a.Kind == hfilter.ArgComparator && comparator != hfilter.RegexString.String():
		bytes, refused := fieldBytes(value)
		if refused != nil {
			return nil, refused
		}
		if a.Text = bytes; a.Kind == hfilter.ArgComparator {
			a.Text = comparator + ":" + bytes
		}
	case a.Kind == hfilter.ArgComparator:
		a.Text = comparator + ":" + value
	default:
		a.Text = strings.TrimSpace(value)
	}
	// A value needs an operator; if none is chosen yet, it is "=".
	if a.Kind == hfilter.ArgComparator && value != "" && args[f.At-1].Text == "" {
		args[f.At-1].Text = "="
	}
	made, err := hfilter.FromArgs(name, argTexts(args))
	if err != nil {
		return nil, err.(*base.Error)
	}
	return editFilter(root, f.Path, func(hfilter.Filter) hfilter.Filter { return made }), nil
}

// joined returns a group or wrapper with the same children and another kind. It returns f
// unchanged if that is not possible.
func joined(f hfilter.Filter, kind string) hfilter.Filter {
	children := within(f)
	switch {
	case len(children) == 0:
	case kind == "and":
		return grouped(hfilter.And{}, children)
	case kind == "or":
		return grouped(hfilter.Or{}, children)
	case kind == "skip" && len(children) == 1:
		return hfilter.Skip{Filter: children[0]}
	case kind == "while" && len(children) == 1:
		return hfilter.While{Filter: children[0]}
	}
	return f
}
