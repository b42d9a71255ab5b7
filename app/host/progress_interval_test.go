package host

// A long call of a test is over sooner than a reader's.
func init() { progressAfter, progressEvery = 20_000, 10_000 }
