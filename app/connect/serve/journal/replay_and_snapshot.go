package journal

import (
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
)

// The extensions of the two kinds of files.
const (
	journalExt  = ".journal"
	snapshotExt = ".snapshot"
)

// Replay calls part with the parts of the last snapshot and then record with all records after it,
// in order. Then it begins a journal for new records. It must be called once, before anything else.
func (j *Journal) Replay(part, record func([]byte) error) error {
	snapshots, err := j.list(snapshotExt)
	if err != nil {
		return err
	}
	first := uint64(0)
	if n := len(snapshots); n > 0 {
		first = snapshots[n-1]
		if err := j.readSnapshot(j.path(first, snapshotExt), part); err != nil {
			return err
		}
	}
	journals, err := j.list(journalExt)
	if err != nil {
		return err
	}
	journals = slices.DeleteFunc(journals, func(n uint64) bool { return n < first })
	if err := j.checkWhole(first, journals); err != nil {
		return err
	}
	for i, number := range journals {
		if err := j.readJournal(j.path(number, journalExt), i == len(journals)-1, record); err != nil {
			return err
		}
	}
	if n := len(journals); n > 0 {
		first = max(first, journals[n-1])
	}
	j.mu.Lock()
	defer j.mu.Unlock()
	return j.begin(first + 1)
}

// checkWhole refuses a folder that lacks a file: the numbers of journals are consecutive, from the
// snapshot's on, or from 1 on without a snapshot.
func (j *Journal) checkWhole(snapshot uint64, journals []uint64) error {
	if snapshot == 0 && len(journals) > 0 && journals[0] > 1 {
		return fmt.Errorf("%s is lacking, or all journals before %s: put back a copy of the folder, or name another one",
			j.path(journals[0], snapshotExt), j.path(journals[0], journalExt))
	}
	next := max(snapshot, 1)
	for _, number := range journals {
		if number != next {
			break
		}
		next++
	}
	if n := len(journals); snapshot > 0 && n == 0 || n > 0 && journals[n-1] >= next {
		return fmt.Errorf("%s is lacking, and with it what was kept there: put back a copy of the folder, or name another one", j.path(next, journalExt))
	}
	return nil
}

// readSnapshot calls part with the parts of a snapshot.
func (j *Journal) readSnapshot(path string, part func([]byte) error) error {
	file, in, err := openFrames(path, snapshotMagic)
	if err != nil {
		return err
	}
	defer file.Close()
	for {
		payload, err := in.next()
		switch {
		case err == errTorn || err == errWrong || err == io.EOF:
			return damaged(path, in.at)
		case err != nil:
			return err
		case len(payload) == 0:
			return nil
		}
		if err := part(payload); err != nil {
			return fmt.Errorf("%s: %w", path, err)
		}
	}
}

// readJournal calls record with the records of a journal. The last journal may end within a record,
// which it cuts off.
func (j *Journal) readJournal(path string, last bool, record func([]byte) error) error {
	file, in, err := openFrames(path, journalMagic)
	if err != nil {
		return err
	}
	defer file.Close()
	if in.at < int64(len(journalMagic)) {
		return headless(path, last)
	}
	for {
		payload, err := in.next()
		switch {
		case err == io.EOF:
			return nil
		case err == errTorn || err == errWrong:
			return cutOff(path, file, in, last, err)
		case err != nil:
			return err
		}
		if err := record(payload); err != nil {
			return fmt.Errorf("%s: %w", path, err)
		}
	}
}

// headless handles a journal that ends within its first line. The last journal has no records then,
// since it had just been created, and its line is completed. If another journal follows,
// acknowledged records are missing, and it is refused.
func headless(path string, last bool) error {
	if !last {
		return fmt.Errorf("%s is empty, although another journal follows: what was kept there is gone: put back a copy of the folder, or name another one", path)
	}
	file, err := os.OpenFile(path, os.O_WRONLY|os.O_TRUNC, 0)
	if err != nil {
		return err
	}
	if _, err = file.WriteString(journalMagic); err == nil {
		err = file.Sync()
	}
	return errors.Join(err, file.Close())
}

// cutOff cuts off the incomplete last record of the last journal, which would count as damage once
// another journal follows. It refuses to cut off records that may have been acknowledged.
func cutOff(path string, file *os.File, in *frames, last bool, found error) error {
	if !last {
		return damaged(path, in.at)
	}
	torn, err := tornOff(file, in.at, in.at+in.left, found)
	if err != nil {
		return err
	}
	if !torn {
		return fmt.Errorf("%s is damaged at byte %d, and what was kept goes on there: put back a copy of the folder, or give up what was written from there on with: truncate -s %[2]d %[1]s", path, in.at)
	}
	return os.Truncate(path, in.at)
}

// damaged returns the refusal of a damaged file.
func damaged(path string, at int64) error {
	return fmt.Errorf("%s is damaged at byte %d: put back a copy of the folder, or name another one", path, at)
}

// begin creates the journal with a number and makes it the one that is written. j.mu must be held.
func (j *Journal) begin(number uint64) error {
	file, err := os.OpenFile(j.path(number, journalExt), os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o644)
	if err != nil {
		return err
	}
	if _, err = file.WriteString(journalMagic); err == nil {
		err = file.Sync()
	}
	if err == nil {
		err = j.syncDir()
	}
	if err != nil {
		return errors.Join(err, file.Close(), os.Remove(file.Name()))
	}
	if j.file != nil {
		err = j.file.Close()
	}
	j.file, j.number, j.size = file, number, int64(len(journalMagic))
	j.changed.Broadcast()
	return err
}

// Rotate begins another journal, and returns the number of the snapshot that takes the place of all
// records up to now. The caller must not append records until it has a view of the state that the
// snapshot will hold.
func (j *Journal) Rotate() (number uint64, err error) {
	j.mu.Lock()
	defer j.mu.Unlock()
	for j.writing {
		j.changed.Wait()
	}
	if len(j.pending) > 0 {
		j.commit()
	}
	if j.err != nil {
		return 0, j.err
	}
	if err := j.begin(j.number + 1); err != nil {
		return 0, err
	}
	return j.number, nil
}

// WriteSnapshot writes the snapshot with a number, and then removes older files. write passes the
// snapshot's parts to add; none may be empty.
func (j *Journal) WriteSnapshot(number uint64, write func(add func(part []byte) error) error) error {
	path := j.path(number, snapshotExt)
	file, err := os.Create(path + ".new")
	if err != nil {
		return err
	}
	out := []byte(snapshotMagic)
	flush := func(least int) error {
		if len(out) < least {
			return nil
		}
		_, err := file.Write(out)
		out = out[:0]
		return err
	}
	err = write(func(part []byte) error {
		out = appendFrame(out, part)
		return flush(1 << 20)
	})
	if err == nil {
		out = appendFrame(out, nil)
		err = flush(0)
	}
	if err == nil {
		err = file.Sync()
	}
	if err = errors.Join(err, file.Close()); err == nil {
		err = os.Rename(file.Name(), path)
	}
	if err != nil {
		return errors.Join(err, os.Remove(file.Name()))
	}
	if err := j.syncDir(); err != nil {
		return err
	}
	return j.removeBefore(number)
}

// removeBefore removes all files with lower numbers.
func (j *Journal) removeBefore(number uint64) (err error) {
	for _, ext := range []string{journalExt, snapshotExt} {
		list, e := j.list(ext)
		err = errors.Join(err, e)
		for _, n := range list {
			if n < number {
				err = errors.Join(err, os.Remove(j.path(n, ext)))
			}
		}
	}
	return err
}
