// Package storetest is the conformance suite of [host.Store]. Every implementation must pass
// it, natively and in a real browser:
//
//	storetest.Run(t, func() host.Store { return openMyStore(t) })
//
// [Full] tests what a store does when its space is used up, and [OutOfStep] wraps a store so
// that its calls overlap.
package storetest
