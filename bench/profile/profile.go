package profile

import (
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"math"
	"os"

	"github.com/google/pprof/profile"
)

// Profile is a set of samples in the standard format, with what is known about
// the searches that they are of. Its methods do not change it and may be called
// from several goroutines, but for Append.
type Profile struct {
	p     *profile.Profile
	Notes Notes
}

// Load reads a profile from a file through the gate of DefaultLimits.
func Load(file string) (*Profile, error) {
	opened, err := os.Open(file)
	if err != nil {
		return nil, fmt.Errorf("profile: %w", err)
	}
	defer opened.Close()
	loaded, err := Read(opened, DefaultLimits())
	if err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	return loaded, nil
}

// Read reads a profile in the standard format, compressed or not. What is
// larger than the limits is refused before it is parsed. Its error is a
// *FormatError, or that of the reader.
func Read(r io.Reader, limits Limits) (*Profile, error) {
	data, err := io.ReadAll(io.LimitReader(r, int64(limits.File)+1))
	if err != nil {
		return nil, err
	}
	if len(data) > limits.File {
		return nil, formatErrorf("profile is larger than %d KiB", limits.File>>10)
	}
	if len(data) == 0 {
		return nil, formatErrorf("profile is empty (the program may not have come to its end)")
	}
	if data, err = unpack(data, limits.Unpacked); err != nil {
		return nil, err
	}
	if err := precheck(data, limits); err != nil {
		return nil, err
	}
	return parse(data, limits)
}

// unpack decompresses what begins as gzip does.
func unpack(data []byte, most int) ([]byte, error) {
	if !bytes.HasPrefix(data, []byte{0x1f, 0x8b}) {
		if len(data) > most {
			return nil, formatErrorf("profile is larger than %d KiB", most>>10)
		}
		return data, nil
	}
	rest := bytes.NewReader(data)
	zipped, err := gzip.NewReader(rest)
	if err != nil {
		return nil, formatErrorf("profile is cut or damaged: %v", err)
	}
	zipped.Multistream(false)
	unpacked, err := io.ReadAll(io.LimitReader(zipped, int64(most)+1))
	switch {
	case err != nil:
		return nil, formatErrorf("profile is cut or damaged: %v", err)
	case len(unpacked) > most:
		return nil, formatErrorf("profile is larger than %d KiB when unpacked", most>>10)
	case rest.Len() > 0:
		return nil, formatErrorf("profile has %d bytes behind its end (expected one profile)", rest.Len())
	}
	return unpacked, nil
}

// parse reads a profile that the gate let pass.
func parse(data []byte, limits Limits) (*Profile, error) {
	parsed, err := profile.ParseUncompressed(data)
	if err == nil {
		err = parsed.CheckValid()
	}
	if err != nil {
		return nil, formatErrorf("profile is damaged: %.120s", err.Error())
	}
	if len(parsed.Sample) == 0 {
		return nil, formatErrorf("profile has no samples (the program ran too short, or was not profiled)")
	}
	if err := checkValues(parsed); err != nil {
		return nil, err
	}
	if err := checkFrames(parsed, limits); err != nil {
		return nil, err
	}
	notes, err := readNotes(parsed.Comments)
	if err != nil {
		return nil, err
	}
	return &Profile{p: parsed, Notes: notes}, nil
}

// checkValues refuses values that no measurement gives, so that no sum can
// overflow.
func checkValues(p *profile.Profile) error {
	sums := make([]float64, len(p.SampleType))
	for _, sample := range p.Sample {
		for i, value := range sample.Value {
			if value < 0 {
				return formatErrorf("profile has a sample of %d %s (expected 0 or more)", value, p.SampleType[i].Unit)
			}
			sums[i] += float64(value)
		}
	}
	for i, sum := range sums {
		if sum > math.MaxInt64/1024 {
			return formatErrorf("profile has samples of %g %s together, which no measurement gives", sum, p.SampleType[i].Unit)
		}
	}
	return nil
}

// checkFrames bounds the stacks with their inlined frames: a place with many
// lines counts wherever it stands.
func checkFrames(p *profile.Profile, limits Limits) error {
	frames := 0
	for _, sample := range p.Sample {
		for _, location := range sample.Location {
			if frames += 1 + len(location.Line); frames > 2*limits.Frames {
				return formatErrorf("profile has more than %d frames", 2*limits.Frames)
			}
		}
	}
	return nil
}

// Write writes the profile in the standard format, compressed.
func (p *Profile) Write(w io.Writer) error {
	stored := p.p.Copy()
	stored.Comments = p.Notes.comments()
	if err := stored.Write(w); err != nil {
		return fmt.Errorf("profile write: %w", err)
	}
	return nil
}

// Append adds the passes of another profile of the same searches behind those
// of p.
func (p *Profile) Append(more *Profile) error {
	notes, err := p.Notes.append(more.Notes)
	if err != nil {
		return err
	}
	added := more.p.Copy()
	renumber(added, len(p.Notes.Passes))
	merged, err := profile.Merge([]*profile.Profile{p.p, added})
	if err != nil {
		return fmt.Errorf("profiles do not fit together: %w", err)
	}
	p.p, p.Notes = merged, notes
	return nil
}

// cpuIndexes are the places of the number of samples and of their time in
// nanoseconds among the values of a CPU profile.
func (p *Profile) cpuIndexes() (count, nanoseconds int, err error) {
	count, nanoseconds = -1, -1
	for i, kind := range p.p.SampleType {
		switch {
		case kind.Unit == "count" && count < 0:
			count = i
		case kind.Unit == "nanoseconds" && nanoseconds < 0:
			nanoseconds = i
		}
	}
	if count < 0 || nanoseconds < 0 {
		return 0, 0, errors.New("profile is not one of CPU time (expected samples with a count and nanoseconds)")
	}
	return count, nanoseconds, nil
}

// Samples is the number of samples of a CPU profile, 0 of another.
func (p *Profile) Samples() int64 {
	index, _, err := p.cpuIndexes()
	if err != nil {
		return 0
	}
	var sum int64
	for _, sample := range p.p.Sample {
		sum += sample.Value[index]
	}
	return sum
}
