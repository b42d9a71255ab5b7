//go:build js && wasm

package store_test

import (
	"fmt"
	"testing"

	"tabletop/app/host"
	"tabletop/web/test/storetest"
)

// lateAnswers delays the answer to each request for a value, and changes the order of answers.
// Until then the request is pending, and reading its result throws. The transaction is kept open
// meanwhile unless it has been told to commit; after that the answer comes after its end, as that
// of a large value does in Chromium. tooEarly counts results that were read too early, and late
// counts late answers.
const lateAnswers = `
	const request = IDBRequest.prototype, store = IDBObjectStore.prototype;
	const kept = new Map();
	const replace = (of, name, by) => {
		const was = Object.getOwnPropertyDescriptor(of, name);
		kept.set([of, name], was);
		Object.defineProperty(of, name, by(was));
	};
	const held = new WeakMap(); // requests for a value: {pending, success, error}, with the listeners
	globalThis.tooEarly = globalThis.late = 0;
	let random = 1;
	const some = (n) => (random = (random * 48271) % 2147483647) % n;
	const get = store.get;
	for (const name of ["readyState", "result", "error"]) {
		replace(request, name, (was) => ({ ...was, get() {
			if (!held.get(this)?.pending) return was.get.call(this);
			if (name === "readyState") return "pending";
			tooEarly++;
			throw new DOMException("The request has not finished.", "InvalidStateError");
		} }));
	}
	const listen = EventTarget.prototype.addEventListener;
	request.addEventListener = function (type, f, ...more) {
		if (held.get(this)?.pending) held.get(this)[type].add(f);
		else listen.call(this, type, f, ...more);
	};
	request.removeEventListener = function (type, f, ...more) {
		held.get(this)?.[type]?.delete(f);
		EventTarget.prototype.removeEventListener.call(this, type, f, ...more);
	};
	const answer = (asked, type) => {
		const state = held.get(asked);
		state.pending = false;
		late++;
		for (const f of [...state[type]]) f.call(asked, { type, target: asked });
	};
	// wait waits for turns of the transaction, or of the event loop if the transaction takes no
	// more requests.
	const wait = (asked, type, turns) => {
		if (turns === 0) return answer(asked, type);
		let next;
		try {
			next = get.call(asked.source, "");
		} catch {
			setTimeout(() => answer(asked, type), some(10));
			return;
		}
		const on = () => wait(asked, type, turns - 1);
		listen.call(next, "success", on);
		listen.call(next, "error", on);
	};
	for (const name of ["get", "getAllKeys", "count"]) {
		replace(store, name, (was) => ({ ...was, value(...args) {
			const asked = was.value.apply(this, args);
			held.set(asked, { pending: true, success: new Set(), error: new Set() });
			for (const type of ["success", "error"]) listen.call(asked, type, () => wait(asked, type, some(5)));
			return asked;
		} }));
	}
	globalThis.inTime = () => {
		delete request.addEventListener;
		delete request.removeEventListener;
		for (const [[of, name], was] of kept) Object.defineProperty(of, name, was);
	};
	return 0;`

// TestIndexedDBLateAnswers runs the suite with late answers in another order, next to other calls.
// No result may be read too early.
func TestIndexedDBLateAnswers(t *testing.T) {
	evaluate(t, lateAnswers, "")
	defer evaluate(t, `inTime(); return 0;`, "")
	for _, beside := range []bool{false, true} {
		t.Run(fmt.Sprint("beside others ", beside), func(t *testing.T) {
			if beside && testing.Short() {
				t.Skip("left to make test-all")
			}
			open := opener(t)
			storetest.Run(t, func() host.Store {
				if beside {
					return storetest.OutOfStep(open(), false, 1)
				}
				return open()
			})
		})
	}
	if early := evaluate(t, `return tooEarly`, "").Int(); early > 0 {
		t.Errorf("%d results were read too early", early)
	}
	if late := evaluate(t, `return late`, "").Int(); late < 1000 {
		t.Errorf("only %d answers came late", late)
	}
}
