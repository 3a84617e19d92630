package record

import (
	"context"

	"github.com/zugwatch/zugwatch/bench/file"
	"github.com/zugwatch/zugwatch/bench/profile"
)

// Form says what is written of a recording.
type Form struct {
	Append bool              // to the profile that is in the file, if there is one
	Guide  bool              // for the compiler (PGO), without labels
	Memory map[string]string // the files of profiles of the memory, by kind: heap and allocs; empty: none
}

// memoryKinds returns the kinds of profiles of the memory.
func memoryKinds() []string { return []string{"heap", "allocs"} }

// RecordFile records the profile and writes it into the file that the recording is named
// for.
func (r *Recording) RecordFile(ctx context.Context, form Form) (taken *profile.Profile, err error) {
	if form.Append {
		if taken, err = profile.LoadOptional(r.Name); err != nil {
			return nil, err
		}
	}
	if taken, err = r.Record(ctx, taken); err != nil {
		return nil, err
	}
	stored := taken
	if form.Guide {
		if stored, err = taken.ForCompiler(); err != nil {
			return nil, err
		}
	}
	if err := file.Output(r.Name, stored.WriteReadable); err != nil {
		return nil, err
	}
	for _, kind := range memoryKinds() {
		if form.Memory[kind] == "" {
			continue
		}
		memory, err := profile.CaptureMemory(kind, taken.Notes)
		if err != nil {
			return nil, err
		}
		if err := file.Output(form.Memory[kind], memory.Write); err != nil {
			return nil, err
		}
	}
	return taken, nil
}
