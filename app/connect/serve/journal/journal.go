// Package journal keeps in a folder what has been done, so that a process that is killed
// loses nothing of what it was told is kept.
//
// # Files
//
// A file NUMBER.journal holds records in order, NUMBER.snapshot what all records of the
// journals before that number have come to. Both begin with a line that names their form,
// and go on with frames:
//
//	frame = length of the payload, CRC-32C of the payload (4 bytes each, little endian), payload
//
// A snapshot ends with an empty frame, gets its name when it is whole and on the disk, and
// then what is older is removed. In a journal no frame is empty. The last journal may end
// within a record that was on its way to the disk: nobody was told that it is kept, and it is
// cut off. Any other frame that is not what was written is damage, and refused.
//
// # Commits
//
// What [Journal.Append] takes is written by one goroutine, in turns: while one lot is on
// its way to the disk the next comes together. [Journal.Wait] returns when a record is
// on the disk.
package journal

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sync"
)

// Journal is an open folder. All methods may be called by several goroutines.
type Journal struct {
	dir  string
	lock *os.File
	done chan struct{} // closed when the writer has ended

	mu       sync.Mutex
	changed  *sync.Cond // any of what follows
	file     *os.File   // nil before the first [Journal.Cut]
	number   uint64     // of that file
	size     int64      // bytes of it that are on the disk
	pending  []byte     // frames that are not
	appended uint64     // records
	durable  uint64     // records that are on the disk
	writing  bool
	closing  bool
	err      error // why the last lot is not on the disk
}

// Open opens a folder, and makes it if it is not there. No other process may have it open.
// What it holds is to be read with [Journal.Replay] before anything is appended.
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

// Append takes a record, which is not empty, and returns what to wait for. Records are kept in the order in
// which they are taken.
func (j *Journal) Append(record []byte) (number uint64) {
	j.mu.Lock()
	defer j.mu.Unlock()
	j.pending = appendFrame(j.pending, record)
	j.appended++
	j.changed.Broadcast()
	return j.appended
}

// Wait returns when a record is on the disk. With an error it is not, but may come to be.
func (j *Journal) Wait(number uint64) error {
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

// Ready returns why nothing can be kept now. After a failure it tries again what is still
// to be written.
func (j *Journal) Ready() error {
	j.mu.Lock()
	defer j.mu.Unlock()
	if j.err != nil && !j.writing {
		j.commit()
	}
	return j.err
}

// Size returns the bytes of the journal since the last cut.
func (j *Journal) Size() int64 {
	j.mu.Lock()
	defer j.mu.Unlock()
	return j.size + int64(len(j.pending))
}

// write is the goroutine that writes.
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

// commit writes what is pending. It is called with the mutex held, and lets go of it
// meanwhile.
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

// Close keeps what is pending and lets go of the folder.
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
