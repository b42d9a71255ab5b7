// Package journal stores records in a folder, so that a process that is killed loses no record that
// it was told is stored.
//
//	j, err := journal.Open(folder)
//	err = j.Replay(part, record)        // once, before anything else
//	n := j.Append(record)
//	err = j.Wait(n)                     // now the record is on the disk
//	number, err := j.Cut()              // and then, from time to time, a snapshot
//	err = j.Snapshot(number, write)
//
// # Files
//
// A file NUMBER.journal has records in order. A file NUMBER.snapshot has the state to which all
// records of journals with lower numbers lead. Both begin with a line that names their format,
// followed by frames:
//
//	frame = length of the payload, CRC-32C of the payload (4 bytes each, little endian), payload
//
// A snapshot ends with an empty frame. It gets its name when it is complete and on the disk, and
// then the older files are removed. In a journal no frame is empty. The last journal may end within
// a record that was being written: nothing was acknowledged for it, and it is cut off. Any other
// frame that differs from what was written is damage, and the folder is refused.
//
// # Commits
//
// One goroutine writes the records of [Journal.Append] in groups: while one group is being written
// to the disk, the next one is collected. [Journal.WaitUntilStored] returns when a record is on the disk.
package journal

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sync"
)

// Journal is an open folder. All methods may be called by several goroutines, but only after
// [Journal.Replay].
type Journal struct {
	dir  string
	lock *os.File      // locked while the folder is open
	done chan struct{} // closed when the writing goroutine has ended

	mu       sync.Mutex // protects the fields below
	changed  *sync.Cond // signals a change of any of them
	file     *os.File   // nil before Replay
	number   uint64     // of file
	size     int64      // bytes of file that are on the disk
	pending  []byte     // frames that are not written yet
	appended uint64     // number of records
	durable  uint64     // number of records that are on the disk
	writing  bool       // a group is being written, without mu
	closing  bool
	err      error // why the last group is not on the disk
}

// Open opens a folder, and creates it if it does not exist. No other process may have it open.
// [Journal.Replay] has to be called before anything is appended.
func Open(dir string) (*Journal, error) {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return nil, err
	}
	lock, err := os.OpenFile(filepath.Join(dir, "lock"), os.O_RDWR|os.O_CREATE, 0o644)
	if err != nil {
		return nil, err
	}
	if err := lockFile(lock); err != nil {
		return nil, errors.Join(fmt.Errorf("another server has %s open: stop it, or name another folder", dir), lock.Close())
	}
	j := &Journal{dir: dir, lock: lock, done: make(chan struct{})}
	j.changed = sync.NewCond(&j.mu)
	go j.write()
	return j, nil
}

// Append takes a record, which must not be empty, and returns its number for Wait. Records are
// stored in the order of these calls.
func (j *Journal) Append(record []byte) (number uint64) {
	j.mu.Lock()
	defer j.mu.Unlock()
	j.pending = appendFrame(j.pending, record)
	j.appended++
	j.changed.Broadcast()
	return j.appended
}

// WaitUntilStored returns when a record is on the disk. After an error it is not on the disk, but may be
// written later.
func (j *Journal) WaitUntilStored(number uint64) error {
	j.mu.Lock()
	defer j.mu.Unlock()
	for j.durable < number && j.err == nil {
		j.changed.Wait()
	}
	if j.durable >= number {
		return nil
	}
	return j.err
}

// CheckWritable returns why records cannot be stored now, or nil. After a failure it tries again to write
// what is pending.
func (j *Journal) CheckWritable() error {
	j.mu.Lock()
	defer j.mu.Unlock()
	if j.err != nil && !j.writing {
		j.commit()
	}
	return j.err
}

// Size returns the size in bytes of the journal since the last cut.
func (j *Journal) Size() int64 {
	j.mu.Lock()
	defer j.mu.Unlock()
	return j.size + int64(len(j.pending))
}

// write is the goroutine that writes groups of records until the journal is closed.
func (j *Journal) write() {
	j.mu.Lock()
	defer j.mu.Unlock()
	defer close(j.done)
	for {
		for !j.closing && (len(j.pending) == 0 || j.err != nil || j.file == nil) {
			j.changed.Wait()
		}
		if len(j.pending) > 0 && j.file != nil && j.err == nil {
			j.commit()
		} else if j.closing {
			return
		}
	}
}

// commit writes the pending frames. j.mu must be held; it is released while the disk is written to.
func (j *Journal) commit() {
	for j.writing {
		j.changed.Wait()
	}
	lot, number, file, from := j.pending, j.appended, j.file, j.size
	j.pending, j.writing = nil, true
	j.mu.Unlock()
	_, err := file.WriteAt(lot, from)
	if err == nil {
		err = file.Sync()
	}
	j.mu.Lock()
	j.writing = false
	if j.err = err; err != nil {
		j.pending = append(lot, j.pending...)
	} else {
		j.size, j.durable = from+int64(len(lot)), number
	}
	j.changed.Broadcast()
}

// Close writes what is pending and releases the folder.
func (j *Journal) Close() error {
	j.mu.Lock()
	j.closing = true
	j.changed.Broadcast()
	j.mu.Unlock()
	<-j.done
	err := j.err
	if j.file != nil {
		err = errors.Join(err, j.file.Close())
	}
	return errors.Join(err, j.lock.Close())
}
