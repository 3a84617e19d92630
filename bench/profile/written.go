package profile

import (
	"bytes"
	"fmt"
	"io"
	"os"
)

// LoadWritten reads a profile that a program wrote of itself: in the format of
// pprof, or in that of gperftools, whose addresses it resolves with the files of
// this machine. The gate is that of DefaultLimits.
func LoadWritten(file string) (*Profile, error) {
	opened, err := os.Open(file)
	if err != nil {
		return nil, fmt.Errorf("profile: %w", err)
	}
	defer opened.Close()
	limits := DefaultLimits()
	data, err := io.ReadAll(io.LimitReader(opened, int64(limits.File)+1))
	if err != nil {
		return nil, fmt.Errorf("profile: %w", err)
	}
	var loaded *Profile
	if isGperftools(data) && len(data) <= limits.File {
		loaded, err = ReadGperftools(data, limits, NewSymbols().Resolve)
	} else {
		loaded, err = Read(bytes.NewReader(data), limits)
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	return loaded, nil
}
