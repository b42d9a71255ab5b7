package lesson

import (
	"slices"
	"strings"
	"testing"

	"tabletop/engine"
	"tabletop/lessons"
)

// TestShellCommands checks that complete cbt commands among the pieces of code in a text are
// translated for the HBase shell, each once, and nothing else is.
func TestShellCommands(t *testing.T) {
	for _, tt := range []struct {
		html string
		want []string
	}{
		{"<p>Write <code>set web a f:q=&lt;b&gt;</code> or <code>lookup web a</code>, then <code>lookup web a</code>.</p>", []string{"put 'web', 'a', 'f:q', '<b>'", "get 'web', 'a', {TIMERANGE => [0, 9223372036854775807], VERSIONS => 2147483647}"}},
		{"<p>Keys begin with <code>com</code> or <code>prefix=com.</code>: <code>createtable books families=…</code>.</p>", nil},
		{"<p><code>count 'web'</code>, <code>get 'web', 'a'</code></p>", nil},
		{"<p><code>deletetable web</code></p>", []string{"disable 'web'", "drop 'web'"}},
		{"<p>No code.</p>", nil},
	} {
		if got := commandsIn(engine.HBase, tt.html); !slices.Equal(got, tt.want) {
			t.Errorf("of %s it says %q, want %q", tt.html, got, tt.want)
		}
	}
}

// TestHintsInShell checks that hints and explanations have their commands in the console's
// dialect.
func TestHintsInShell(t *testing.T) {
	for dialect, says := range map[engine.Dialect]bool{engine.CBT: false, engine.HBase: true} {
		p := opened(t, &lessons.Lesson{Slug: "x", Steps: []lessons.Step{{ID: "one", Hints: []string{"<p><code>lookup web a</code></p>"}}}}, lessons.Outcome{})
		p.State.Lesson.Explain, p.Work.Dialect = "<p><code>lookup web b</code></p>", dialect
		p.on(HintPressed{})
		html := drawnStep(p)
		for _, want := range []string{"get &#39;web&#39;, &#39;a&#39;", "get &#39;web&#39;, &#39;b&#39;"} {
			if strings.Contains(html, want) != says {
				t.Errorf("in %v: %s", dialect, html)
			}
		}
	}
}
