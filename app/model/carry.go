package model

// ExportAllPressed saves everything there is as a file.
type ExportAllPressed struct{}

func (ExportAllPressed) msg() {}
