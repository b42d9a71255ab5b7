package traffic

import (
	"iter"

	"tabletop/engine/base"
	"tabletop/engine/cluster"
)

// InitialTablets divides a table into at most n tablets of about equal weight. rows yields the row
// keys in order, each with its weight, such as its bytes; total is the sum of the weights.
// The Bytes of the tablets add up to about bytes.
func InitialTablets(rows iter.Seq2[base.RowKey, int64], total int64, n int, bytes int64) []cluster.InitialTablet {
	out := []cluster.InitialTablet{{}}
	seen, begun := int64(0), int64(0)
	end := func() {
		if total > 0 {
			out[len(out)-1].Bytes = int64(float64(bytes) * (float64(seen-begun) / float64(total)))
		}
		begun = seen
	}
	for key, weight := range rows {
		if len(out) < n && key != "" && float64(seen) >= float64(total)*(float64(len(out))/float64(n)) && seen > begun {
			end()
			out = append(out, cluster.InitialTablet{Start: key})
		}
		seen += weight
	}
	end()
	return out
}
