// Package storetest is the conformance suite of host.Store. Every
// implementation passes it, natively and in a real browser.
package storetest
