package builder

import (
	"slices"
	"strconv"
	"strings"

	"tabletop/engine/base"
	"tabletop/engine/hbase/hfilter"
)

// filterDo is something to do to a filter.
type filterDo string

// What can be done to a filter, by its name in ids and texts.
const (
	doUp     filterDo = "up"
	doDown   filterDo = "down"
	doRemove filterDo = "remove"
	doSkip   filterDo = "skip"   // puts it into SKIP
	doWhile  filterDo = "while"  // puts it into WHILE
	doUnwrap filterDo = "unwrap" // takes it out again
	doMore   filterDo = "more"   // arguments
	doFewer  filterDo = "fewer"  // arguments
)

// filterElement returns the id of a button of the filter at a path.
func filterElement(path string, do filterDo) string {
	return field{Part: partFilter, Path: path}.element() + "_" + string(do)
}

// children returns the filters that a filter holds.
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

// pathOf returns the path of child i, from 0, of the filter at a path.
func pathOf(path string, i int) string {
	if path != "" {
		path += "."
	}
	return path + strconv.Itoa(i+1)
}

// parentOf parts a path into that of the parent and the child's index, -1 at the
// root.
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

// grouped returns a filter of the kind of f with other children: nil with none,
// and a group of one is that one.
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

// editFilter returns a tree with what change makes of the filter at a path, nil to
// remove it. The tree stays as it is if it has no such path.
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

// addFilter adds a filter, see [FilterAdded].
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

// edit does it to the filter at a path.
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
		case do == doUnwrap:
			return within(f)[0]
		case len(within(f)) > 0:
			return f
		}
		name, args := hfilter.Call(f)
		texts := argTexts(args)
		switch {
		case !hfilter.Repeats(name):
			return f
		case do == doMore:
			texts = append(texts, map[hfilter.ArgKind]string{hfilter.ArgInt: "1"}[args[0].Kind])
		case do == doFewer && len(texts) > 1:
			texts = texts[:len(texts)-1]
		}
		return made(name, texts)
	})
}

// next returns the element that takes the focus once it is done.
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

// lastOf returns the path of the last filter in the group at a path.
func lastOf(root hfilter.Filter, path string) string {
	if n := len(within(filterAt(root, path))); n > 0 {
		return pathOf(path, n-1)
	}
	return path
}

func argTexts(args []hfilter.Arg) []string {
	texts := make([]string, len(args))
	for i, a := range args {
		texts[i] = a.Text
	}
	return texts
}

// made returns a filter that is known to be sayable.
func made(name string, texts []string) hfilter.Filter {
	f, err := hfilter.Make(name, texts)
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

// argOf returns the arguments of the filter that a field is about, nil if it has
// none there.
func argOf(root hfilter.Filter, f field) (name string, args []hfilter.Arg) {
	at := filterAt(root, f.Path)
	if at == nil || len(within(at)) > 0 {
		return "", nil
	}
	name, args = hfilter.Call(at)
	if f.At < 0 || f.At >= len(args) {
		return "", nil
	}
	return name, args
}

// filterValue returns what a field shows of a tree.
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

// setFilter returns a tree in which a field has another value.
func setFilter(root hfilter.Filter, f field, value string) (hfilter.Filter, *base.Error) {
	if f.Part == partJoin {
		return editFilter(root, f.Path, func(g hfilter.Filter) hfilter.Filter { return joined(g, value) }), nil
	}
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
	if a.Kind == hfilter.ArgComparator && value != "" && args[f.At-1].Text == "" { // no operator is chosen yet
		args[f.At-1].Text = "="
	}
	made, err := hfilter.Make(name, argTexts(args))
	if err != nil {
		return nil, err.(*base.Error)
	}
	return editFilter(root, f.Path, func(hfilter.Filter) hfilter.Filter { return made }), nil
}

// joined returns a group, or what is around a filter, of another kind.
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
