package record

import (
	"archive/zip"
	"bytes"

	"tabletop/app/host/archive"
	"tabletop/app/jobs"
	"tabletop/app/record/frames"
	"tabletop/engine/base"
	"tabletop/engine/wire"
)

// HandleAsk returns the frame of a [frames.Written] that answers the frame of an [frames.Ask]. now is the clock of the
// session that is measured. The error says why the frame cannot be decoded.
func HandleAsk(frame []byte, now func() base.Micros) ([]byte, error) {
	return jobs.Answer(frame, func(a *frames.Ask) (*frames.Written, error) { return write(a, now) },
		func(why *base.Error) *frames.Written { return &frames.Written{Refused: why} })
}

// write measures what is not measured yet, and writes the record.
func write(a *frames.Ask, now func() base.Micros) (*frames.Written, error) {
	f, err := figuresOf(a, now)
	if err != nil {
		return nil, err
	}
	if a.Settings.Made == 0 {
		a.Settings.Made = int64(now())
	}
	d := Write(a.Language, f, a.Settings)
	packed, err := packFiles(d.Markdown())
	if err != nil {
		return nil, err
	}
	return &frames.Written{Page: d.HTML(), Zip: packed, Figures: wire.Encode(f, nil)}, nil
}

// figuresOf measures the sandbox of the file, or decodes what was measured before.
func figuresOf(a *frames.Ask, now func() base.Micros) (*Figures, error) {
	if len(a.File) == 0 {
		f := &Figures{}
		return f, wire.Decode(a.Figures, f, nil)
	}
	s, err := archive.Open(a.File, now)
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
