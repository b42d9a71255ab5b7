//go:build unix && !solaris && !aix

package journal

import (
	"os"
	"syscall"
)

// lockFile locks a file for this process until the file is closed. It fails if another process has
// the lock.
func lockFile(f *os.File) error {
	return syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
}
