package record

import (
	"archive/zip"
	"bytes"

	"tabletop/app/host/archive"
	"tabletop/engine/base"
	"tabletop/engine/wire"
)

// Ask asks the second program for a record. One of File and Figures is given.
type Ask struct {
	File        []byte      `wire:"1"` // the sandbox as a file, see package archive: it is measured
	Measurement Measurement `wire:"2"` // for File
	Figures     []byte      `wire:"3"` // of an earlier [Written]: only the words are written again
	Settings    Settings    `wire:"4"`
	Language    string      `wire:"5"`
}

// Written is the answer to an [Ask].
type Written struct {
	Page    string      `wire:"1"` // the record as an HTML page
	Zip     []byte      `wire:"2"` // the record in Markdown with its pictures, as a ZIP archive
	Figures []byte      `wire:"3"` // what was measured, for another Ask
	Refused *base.Error `wire:"4"` // why there is no record; nil if there is one
}

// HandleAsk returns the frame of a [Written] that answers the frame of an [Ask]. now is the clock of the
// session that is measured. The error says why the frame cannot be decoded.
func HandleAsk(frame []byte, now func() base.Micros) ([]byte, error) {
	var a Ask
	if err := wire.Decode(frame, &a, nil); err != nil {
		return nil, err
	}
	f, err := a.figures(now)
	if err != nil {
		why, ok := err.(*base.Error)
		if !ok {
			return nil, err
		}
		return wire.Encode(&Written{Refused: why}, nil), nil
	}
	if a.Settings.Made == 0 {
		a.Settings.Made = int64(now())
	}
	d := Write(a.Language, f, a.Settings)
	packed, err := packFiles(d.Markdown())
	if err != nil {
		return nil, err
	}
	return wire.Encode(&Written{Page: d.HTML(), Zip: packed, Figures: wire.Encode(f, nil)}, nil), nil
}

// figures measures the sandbox of the file, or decodes what was measured before.
func (a *Ask) figures(now func() base.Micros) (*Figures, error) {
	if len(a.File) == 0 {
		f := &Figures{}
		return f, wire.Decode(a.Figures, f, nil)
	}
	file, err := archive.Decode(a.File, nil)
	if err != nil {
		return nil, err
	}
	if len(file.Workspaces) != 1 {
		return nil, base.Refuse(base.CodeBadFile, "empty", "", "")
	}
	s, _, err := archive.Replay(file.Workspaces[0], now, nil)
	if err != nil {
		return nil, err
	}
	return Measure(s, a.Measurement, nil)
}

// packFiles returns files as a ZIP archive.
func packFiles(files []File) ([]byte, error) {
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	for _, f := range files {
		out, err := w.Create(f.Name)
		if err == nil {
			_, err = out.Write([]byte(f.Text))
		}
		if err != nil {
			return nil, err
		}
	}
	err := w.Close()
	return b.Bytes(), err
}
