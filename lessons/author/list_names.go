package author

import ()

// names returns the name of each item of a list.
func names[T any](list []T, called func(T) string) (out []string) {
	for _, v := range list {
		out = append(out, called(v))
	}
	return out
}

// words returns a list of words as plain strings.
func words[T ~string](list ...T) []string {
	return names(list, func(v T) string { return string(v) })
}
