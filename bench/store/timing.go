package store

import (
	"bytes"
	"cmp"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/zugwatch/zugwatch/bench"
	"github.com/zugwatch/zugwatch/bench/file"
)

// TimingPath returns the file for the timing of the run in path: "wac.timing.json"
// for "wac.json".
func TimingPath(path string) string { return strings.TrimSuffix(path, ".json") + ".timing.json" }

// SaveTiming writes the timing of the run in runPath to the file beside it. The
// error is a *file.WriteError or, for text that JSON cannot hold, another.
func SaveTiming(runPath string, timing *bench.Timing) error {
	return saveTiming(file.Disk{}, runPath, timing)
}

func saveTiming(d file.Disk, runPath string, timing *bench.Timing) error {
	path := TimingPath(runPath)
	data, err := file.Lines(timing)
	if err != nil {
		return fmt.Errorf("timing for %s: %w", path, err)
	}
	return d.Write(path, data)
}

// LoadTiming reads the timing beside the run in runPath; it is nil if there is none. Every
// error is a *file.Error. Its numbers are not protected against edits, so no verdict uses them.
func LoadTiming(runPath string) (*bench.Timing, error) {
	path := TimingPath(runPath)
	if timing, ok := streamTwice(path, streamTiming); ok {
		return timing, nil
	}
	data, err := file.Read(path)
	if file.IsMissing(err) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	timing, err := decodeTiming(data)
	return timing, file.WithPath(path, err)
}

func decodeTiming(data []byte) (*bench.Timing, error) {
	odd, broken := file.Scan[bench.Timing](data)
	if err := cmp.Or(broken, odd); err != nil {
		return nil, err
	}
	timing := new(bench.Timing)
	if err := file.Parse(data, timing); err != nil {
		return nil, &file.Error{Reason: file.WrongValue, Detail: strings.TrimPrefix(err.Error(), "json: "), Err: err}
	}
	if timing.Schema != bench.Schema {
		return nil, &file.Error{Reason: file.UnknownSchema, Detail: fmt.Sprintf("schema %d, expected %d", timing.Schema, bench.Schema)}
	}
	return timing, nil
}

const (
	// minTiming is the smallest size of the times of a position in a file, in bytes.
	minTiming = 32
	// maxTimingHead is the largest number of lines above the first position.
	maxTimingHead = 32
	// maxTimingTail is the largest size of the text behind the last position, in bytes.
	maxTimingTail = 1 << 20
)

// The lines of a timing as saveTiming writes it.
const (
	positionsLine = " \"positions\": [\n"
	beginPosition = "  {\n"
	endPosition   = "  }"
	endPositions  = " ]"
)

// streamTiming reads a timing line by line, as stream does a run. It accepts a subset of what decodeTiming accepts,
// and gives the same timing. False does not mean that the file is bad.
func streamTiming(in io.Reader, size int64) (*bench.Timing, bool) {
	s := newStreamer(in)
	var around []byte // all but the positions
	for line := ""; line != positionsLine; {
		next, ok := s.line()
		if !ok || len(around) > maxTimingHead*streamBuffer {
			return nil, false
		}
		line = string(next)
		around = append(around, next...)
	}
	positions, ok := s.times(size)
	if !ok {
		return nil, false
	}
	tail, err := io.ReadAll(io.LimitReader(s.in, maxTimingTail+1))
	if err != nil || len(tail) > maxTimingTail || !bytes.HasPrefix(tail, []byte(endPositions)) {
		return nil, false
	}
	timing, err := decodeTiming(append(around, tail...))
	if err != nil {
		return nil, false
	}
	timing.Positions = positions
	return timing, true
}

// times reads the times of all positions.
func (s *streamer) times(size int64) ([]bench.PositionTime, bool) {
	var all []bench.PositionTime
	var record []byte
	for more := true; more; {
		begin, ok := s.line()
		if !ok || string(begin) != beginPosition {
			return nil, false
		}
		record = append(record[:0], begin...)
		for end := false; !end; {
			line, ok := s.line()
			if !ok {
				return nil, false
			}
			more = string(line) == endPosition+",\n"
			end = more || string(line) == endPosition+"\n"
			record = append(record, line...)
		}
		if more {
			record = append(record[:len(record)-2], '\n') // without the comma
		}
		if all == nil {
			all = make([]bench.PositionTime, 0, size/int64(max(len(record), minTiming))+1)
		}
		all = append(all, bench.PositionTime{})
		if !timesOf(record, &all[len(all)-1]) {
			return nil, false
		}
	}
	return all, true
}

// timesOf reads the times of one position: at once if they are plain, else as JSON.
func timesOf(record []byte, p *bench.PositionTime) bool {
	c := cursor{rest: record}
	c.skipText(beginPosition + "   \"id\": \"")
	p.ID = string(c.text())
	c.skipText(",\n   \"wall_ns\": ")
	p.Wall = time.Duration(c.number())
	for _, field := range []struct {
		key string
		to  *time.Duration
	}{{",\n   \"cpu_ns\": ", &p.CPU}, {",\n   \"found_ns\": ", &p.Found}, {",\n   \"stable_ns\": ", &p.Stable}} {
		if c.has(field.key) {
			*field.to = time.Duration(c.number())
		}
	}
	c.skipText("\n" + endPosition + "\n")
	if !c.odd && len(c.rest) == 0 {
		return true
	}
	odd, broken := file.Scan[bench.PositionTime](record)
	decoded, err := file.Decode[bench.PositionTime](record)
	if cmp.Or(odd, broken, err) != nil {
		return false
	}
	*p = *decoded
	return true
}
