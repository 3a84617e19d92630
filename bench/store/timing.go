package store

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"reflect"
	"strings"

	"github.com/zugwatch/zugwatch/bench"
)

// TimingPath is the file for the timing of the run in path: "wac.timing.json"
// for "wac.json".
func TimingPath(path string) string { return strings.TrimSuffix(path, ".json") + ".timing.json" }

// SaveTiming writes the timing of the run in runPath to the file beside it. The
// error is a *WriteError or, for text that JSON can not hold, another.
func SaveTiming(runPath string, timing *bench.Timing) error {
	return saveTiming(system{}, runPath, timing)
}

func saveTiming(d disk, runPath string, timing *bench.Timing) error {
	path := TimingPath(runPath)
	var buffer bytes.Buffer
	encoder := json.NewEncoder(&buffer)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", " ")
	if err := encoder.Encode(timing); err != nil {
		return fmt.Errorf("timing for %s: %w", path, err)
	}
	return writeAtomic(d, path, buffer.Bytes())
}

// LoadTiming reads the timing beside the run in runPath. Every error is a
// *FileError. Nothing guards its numbers against edits: no verdict is made of
// them.
func LoadTiming(runPath string) (*bench.Timing, error) {
	path := TimingPath(runPath)
	if timing, ok := streamed(path, streamTiming); ok {
		return timing, nil
	}
	data, err := read(path)
	if err != nil {
		return nil, err
	}
	timing, err := decodeTiming(data)
	return timing, in(path, err)
}

func decodeTiming(data []byte) (*bench.Timing, error) {
	if err := checkText(data); err != nil {
		return nil, err
	}
	odd, broken := scan(data, keysOf(reflect.TypeFor[bench.Timing]()))
	if err := cmp.Or(broken, odd); err != nil {
		return nil, err
	}
	decoder := json.NewDecoder(bytes.NewReader(data))
	decoder.DisallowUnknownFields()
	timing := new(bench.Timing)
	if err := decoder.Decode(timing); err != nil {
		return nil, &FileError{Reason: WrongValue, Detail: strings.TrimPrefix(err.Error(), "json: "), Err: err}
	}
	if timing.Schema != bench.Schema {
		return nil, &FileError{Reason: UnknownSchema, Detail: fmt.Sprintf("schema %d, expected %d", timing.Schema, bench.Schema)}
	}
	return timing, nil
}
