package main

// runWorker holds the engine until the page terminates the worker.
func runWorker() {
	select {}
}
