//go:build !js

package main

import (
	"context"
	"os/exec"
	"path/filepath"
	"testing"
	"time"
)

// TestDamagedIsUnfoldedToAnEnd unfolds random bytes. They are refused or become something that is
// not a program, but unfolding always ends.
func TestDamagedIsUnfoldedToAnEnd(t *testing.T) {
	script, err := filepath.Abs(filepath.Join("..", "static", "unfold.js"))
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	out, err := exec.CommandContext(ctx, "node", "-e", `
		require(process.argv[1]);
		let seed = 1;
		const random = (n) => (seed = (seed * 48271) % 2147483647) % n;
		for (let round = 0; round < 2000; round++) {
			const unfold = tabletopUnfold(() => {});
			const data = new Uint8Array(28 + random(3000));
			const calm = round % 3; // rounds differ in how long their functions are said to be
			for (let i = 28; i < data.length; i++) data[i] = random(4) === 0 ? 1 + calm : random(256);
			new Uint32Array(data.buffer, 0, 7).set([1 + calm, 0, 1 + random(1000), random(10), 1 << 30, 100, 100]);
			if (round % 2) { // and every second one is nothing but tables
				for (let i = 28; i < data.length; i++) data[i] = random(8) === 0 ? 4 * random(30) : 0;
				new Uint32Array(data.buffer, 0, 7).set([0, 0, 0, 0, 4 * random(5), 4 * random(8), 4 * random(300)]);
			}
			try {
				for (let at = 0; at < data.length; at += 500) unfold(data.subarray(at, at + 500), false);
				unfold(new Uint8Array(0), true);
			} catch (error) {
				if (error.message !== "the program is damaged") throw error;
			}
		}`, script).CombinedOutput()
	if err != nil {
		t.Errorf("%v, %v\n%s", err, ctx.Err(), out)
	}
}
