//go:build unix && !solaris && !aix

package journal

import (
	"os"
	"syscall"
)

// lockFile takes a file for this process, until it is closed.
func lockFile(f *os.File) error {
	return syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
}
