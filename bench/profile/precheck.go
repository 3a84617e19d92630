package profile

import (
	"cmp"
	"encoding/binary"

	"github.com/zugwatch/zugwatch/bench/failure"
)

// The wire types of protocol buffers.
const (
	wireVarint = 0
	wire64     = 1
	wireBytes  = 2
	wire32     = 5
)

// The fields of a profile and of its messages that are counted.
const (
	fieldSampleType = 1
	fieldSample     = 2
	fieldMapping    = 3
	fieldLocation   = 4
	fieldFunction   = 5
	fieldString     = 6
	fieldComment    = 13

	fieldSampleLocation = 1
	fieldSampleValue    = 2
	fieldSampleLabel    = 3
	fieldLocationLine   = 4
)

// Bounds limit a profile from outside before its parser sees it. The parser takes up to a
// hundred bytes of memory for each byte, so that a file of a few KiB can fill a machine.
type Bounds struct {
	file     int // bytes of the file, compressed or not
	unpacked int // bytes after decompression
	messages int // messages of each table: samples, mappings, locations, functions, strings
	nested   int // lines of all locations, and labels of all samples, each
	frames   int // locations of all samples
}

// DefaultBounds hold ten minutes of samples, and the memory for them under 320 MiB.
func DefaultBounds() Bounds {
	return Bounds{file: 4 << 20, unpacked: 16 << 20, messages: 100_000, nested: 300_000, frames: 3_000_000}
}

// census counts the messages of a profile without keeping any.
type census struct {
	bounds Bounds
	tables map[int]int // by field
	lines  int
	labels int
	frames int
	values int
}

// precheck walks through an unpacked profile and refuses what is no profile or
// more than the bounds allow. It allocates nothing to speak of.
func precheck(data []byte, bounds Bounds) error {
	c := census{bounds: bounds, tables: make(map[int]int)}
	err := eachField(data, func(field, wire int, value uint64, body []byte) error {
		c.tables[field]++
		if c.tables[field] > bounds.messages {
			return failure.Inputf("profile has more than %d messages of field %d", bounds.messages, field)
		}
		want, known := topLevel(field)
		switch {
		case !known || want != wire && !(want == wireVarint && wire == wireBytes):
			return failure.Inputf("profile has an unknown field %d of type %d (expected a pprof profile)", field, wire)
		case field == fieldSample:
			return c.sample(body)
		case field == fieldLocation:
			return c.location(body)
		case field == fieldComment && wire == wireBytes:
			c.values += len(body)
		}
		return c.checkBounds()
	})
	if err != nil {
		return err
	}
	if c.tables[fieldSampleType] == 0 || c.tables[fieldString] == 0 {
		return failure.Inputf("file is no profile (expected one that runtime/pprof or pprof has written)")
	}
	return nil
}

// topLevel returns the wire type of a field of the profile.
func topLevel(field int) (wire int, known bool) {
	switch field {
	case 1, 2, 3, 4, 5, 6, 11:
		return wireBytes, true
	case 7, 8, 9, 10, 12, 13, 14, 15:
		return wireVarint, true
	}
	return 0, false
}

func (c *census) sample(body []byte) error {
	return cmp.Or(eachField(body, func(field, wire int, _ uint64, body []byte) error {
		count := 1
		if wire == wireBytes {
			count = len(body) // packed: at least one byte for each
		}
		switch field {
		case fieldSampleLocation:
			c.frames += count
		case fieldSampleValue:
			c.values += count
		case fieldSampleLabel:
			c.labels++
		}
		return nil
	}), c.checkBounds())
}

func (c *census) location(body []byte) error {
	return cmp.Or(eachField(body, func(field, _ int, _ uint64, _ []byte) error {
		if field == fieldLocationLine {
			c.lines++
		}
		return nil
	}), c.checkBounds())
}

// checkBounds returns an error if a sum exceeds its bound.
func (c *census) checkBounds() error {
	for _, part := range []struct {
		what        string
		count, most int
	}{
		{"lines", c.lines, c.bounds.nested},
		{"labels", c.labels, c.bounds.nested},
		{"values", c.values, 2 * c.bounds.nested},
		{"frames", c.frames, c.bounds.frames},
	} {
		if part.count > part.most {
			return failure.Inputf("profile has more than %d %s", part.most, part.what)
		}
	}
	return nil
}

// eachField calls each for every field of a message: value for a number, body
// for bytes.
func eachField(data []byte, each func(field, wire int, value uint64, body []byte) error) error {
	for at := 0; at < len(data); {
		tag, n := binary.Uvarint(data[at:])
		if n <= 0 || tag>>3 == 0 || tag>>3 > 1<<20 {
			return damagedError(at)
		}
		at += n
		var value uint64
		var body []byte
		wire := int(tag & 7)
		switch wire {
		case wireVarint:
			if value, n = binary.Uvarint(data[at:]); n <= 0 {
				return damagedError(at)
			}
		case wire64:
			n = 8
		case wire32:
			n = 4
		case wireBytes:
			size, width := binary.Uvarint(data[at:])
			if width <= 0 || size > uint64(len(data)-at-width) {
				return damagedError(at)
			}
			n = width + int(size)
			body = data[at+width : at+n]
		default:
			return damagedError(at)
		}
		if at+n > len(data) {
			return damagedError(at)
		}
		at += n
		if err := each(int(tag>>3), wire, value, body); err != nil {
			return err
		}
	}
	return nil
}

func damagedError(at int) error {
	return failure.Inputf("profile is cut or damaged, or the file is none (at byte %d of a message)", at)
}
