package profile

import (
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"path"
	"strconv"
	"strings"

	"github.com/google/pprof/profile"

	"github.com/zugwatch/zugwatch/bench/failure"
	"github.com/zugwatch/zugwatch/engine/input"
)

// Profile is a set of samples in the standard format, with what is known about the
// searches that they are of. Its methods do not change it and may be called from several
// goroutines, except Append.
type Profile struct {
	p     *profile.Profile
	Notes Notes

	difference bool // of two profiles: see differenceFrom
}

// Load reads a profile from a file within the bounds. What is wrong
// with it is bad input.
func Load(file string) (*Profile, error) {
	return load(file, readProfile)
}

// LoadWritten reads a profile that a program wrote of itself: as Load does, or in the format of
// gperftools. Its addresses are resolved with the files of this machine.
func LoadWritten(file string) (*Profile, error) {
	return load(file, func(data []byte) (*Profile, error) {
		if isGperftools(data) && len(data) <= maxFile {
			return readGperftools(data, symbolResolver())
		}
		return readProfile(data)
	})
}

// load reads a file, and a byte more than it may have if there is one.
func load(name string, read func([]byte) (*Profile, error)) (*Profile, error) {
	opened, err := input.Open(name, 0)
	if err != nil {
		return nil, failure.Inputf("profile: %w", err)
	}
	defer opened.Close()
	data, err := io.ReadAll(io.LimitReader(opened, maxFile+1))
	var loaded *Profile
	if err == nil {
		loaded, err = read(data)
	}
	if err != nil {
		return nil, failure.Inputf("%s: %w", name, err)
	}
	return loaded, nil
}

// LoadOptional loads a file that may be missing. It returns nil then.
func LoadOptional(file string) (*Profile, error) {
	if _, err := os.Stat(file); errors.Is(err, os.ErrNotExist) {
		return nil, nil
	}
	return Load(file)
}

// LoadDifference reads one profile, or two and subtracts the first from the second. What is wrong
// with them is bad input.
func LoadDifference(files ...string) (*Profile, error) {
	base, head, err := loadSides(files)
	if err != nil || base == nil {
		return head, err
	}
	difference, err := head.differenceFrom(base)
	return difference, failure.Default(failure.Input, err)
}

// LoadCalls reads the tree of the calls of one profile, or of the second against the first.
func LoadCalls(files ...string) (*Call, error) {
	base, head, err := loadSides(files)
	if err != nil {
		return nil, err
	}
	return Calls(base, head)
}

// loadSides reads one profile, or two. The first of two is the base, which is nil without a second.
func loadSides(files []string) (base, head *Profile, err error) {
	for _, name := range files {
		base = head
		if head, err = Load(name); err != nil {
			return nil, nil, err
		}
	}
	return base, head, nil
}

// readProfile reads a profile in the standard format, compressed or not. What is
// larger than the bounds is refused before it is parsed. Its error is of
// the kind Input.
func readProfile(data []byte) (*Profile, error) {
	if len(data) > maxFile {
		return nil, failure.Inputf("profile is larger than %d KiB", maxFile>>10)
	}
	if len(data) == 0 {
		return nil, failure.Inputf("profile is empty (the program may not have come to its end)")
	}
	data, err := unpack(data)
	if err != nil {
		return nil, err
	}
	if err := precheck(data); err != nil {
		return nil, err
	}
	return parse(data)
}

// unpack decompresses what begins as gzip does.
func unpack(data []byte) ([]byte, error) {
	if !bytes.HasPrefix(data, []byte{0x1f, 0x8b}) {
		return data, nil
	}
	rest := bytes.NewReader(data)
	zipped, err := gzip.NewReader(rest)
	if err != nil {
		return nil, failure.Inputf("profile is cut or damaged: %v", err)
	}
	zipped.Multistream(false)
	unpacked, err := io.ReadAll(io.LimitReader(zipped, maxUnpacked+1))
	switch {
	case err != nil:
		return nil, failure.Inputf("profile is cut or damaged: %v", err)
	case len(unpacked) > maxUnpacked:
		return nil, failure.Inputf("profile is larger than %d KiB when unpacked", maxUnpacked>>10)
	case rest.Len() > 0:
		return nil, failure.Inputf("profile has %d bytes behind its end (expected one profile)", rest.Len())
	}
	return unpacked, nil
}

// ErrNoSamples is the error of a profile without a sample.
var ErrNoSamples = errors.New("profile has no samples")

// noSamples returns ErrNoSamples with its reason, as a failure of the input.
func noSamples(why string) error { return failure.Inputf("%w (%s)", ErrNoSamples, why) }

// parse reads a profile that the gate let pass.
func parse(data []byte) (*Profile, error) {
	parsed, err := profile.ParseUncompressed(data)
	if err == nil {
		err = parsed.CheckValid()
	}
	if err != nil {
		return nil, failure.Inputf("profile is damaged: %.120s", err.Error())
	}
	if len(parsed.Sample) == 0 {
		return nil, noSamples("the program ran too short, or was not profiled")
	}
	if err := checkValues(parsed); err != nil {
		return nil, err
	}
	if err := checkFrames(parsed); err != nil {
		return nil, err
	}
	notes, err := readNotes(parsed.Comments)
	if err != nil {
		return nil, err
	}
	returnPreempted(parsed)
	return &Profile{p: parsed, Notes: notes}, nil
}

// checkValues refuses values that no measurement gives, so that no sum can
// overflow.
func checkValues(p *profile.Profile) error {
	sums := make([]float64, len(p.SampleType))
	for _, sample := range p.Sample {
		for i, value := range sample.Value {
			if value < 0 {
				return failure.Inputf("profile has a sample of %d %s (expected 0 or more)", value, p.SampleType[i].Unit)
			}
			sums[i] += float64(value)
		}
	}
	for i, sum := range sums {
		if sum > math.MaxInt64/1024 {
			return failure.Inputf("profile has samples of %g %s together, which no measurement gives", sum, p.SampleType[i].Unit)
		}
	}
	return nil
}

// checkFrames bounds the stacks with their inlined frames: a place with many
// lines counts wherever it stands.
func checkFrames(p *profile.Profile) error {
	frames := 0
	for _, sample := range p.Sample {
		for _, location := range sample.Location {
			if frames += 1 + len(location.Line); frames > 2*maxFrames {
				return failure.Inputf("profile has more than %d frames", 2*maxFrames)
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

// WriteReadable is Write with an error if the profile exceeds the bounds of reading.
func (p *Profile) WriteReadable(w io.Writer) error {
	var file bytes.Buffer
	if err := p.Write(&file); err != nil {
		return err
	}
	if _, err := readProfile(file.Bytes()); err != nil {
		return fmt.Errorf("profile could not be read again: %w (hint: fewer samples, or another file)", err)
	}
	_, err := w.Write(file.Bytes())
	return err
}

// Append adds the passes of another profile of the same searches behind those
// of p.
func (p *Profile) Append(more *Profile) error {
	notes, err := p.Notes.append(more.Notes)
	if err != nil {
		return err
	}
	added := more.p.Copy()
	for _, sample := range added.Sample {
		sample.Label[passLabel] = []string{strconv.Itoa(len(p.Notes.Passes) + passOf(sample))}
	}
	merged, err := profile.Merge([]*profile.Profile{p.p, added})
	if err != nil {
		return fmt.Errorf("profiles do not fit together: %w", err)
	}
	p.p, p.Notes = merged, notes
	return nil
}

// cpuIndexes returns the places of the number of samples and of their time in
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

// Samples returns the number of samples of a CPU profile, 0 of another.
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

// stripPaths takes the paths of the machine out of a profile. The file of a Go
// function becomes that of its package, as -trimpath writes it; of others the
// name stays.
func stripPaths(p *profile.Profile) {
	for _, f := range p.Function {
		f.Filename = strippedFile(f.Name, f.Filename)
	}
	for _, m := range p.Mapping {
		m.File = baseName(m.File)
	}
	p.Comments = nil
	p.DocURL = ""
}

// strippedFile returns the name of a file without the folders of the machine.
func strippedFile(function, file string) string {
	if folder := packageOf(function); folder != "" && (strings.HasSuffix(file, ".go") || strings.HasSuffix(file, ".s")) {
		return folder + "/" + baseName(file)
	}
	return baseName(file)
}

// packageOf returns the import path of a Go function, "" when it has none.
func packageOf(function string) string {
	function, _, _ = strings.Cut(function, "[") // type arguments have slashes
	folder, last := path.Split(function)
	name, _, found := strings.Cut(last, ".")
	if !found {
		return ""
	}
	return folder + name
}

// baseName returns the last part of a path of any system.
func baseName(file string) string {
	return file[strings.LastIndexAny(file, `/\`)+1:]
}

// Files lists the source files that the profile names.
func (p *Profile) Files() []string {
	var files []string
	for _, f := range p.p.Function {
		files = append(files, f.Filename)
	}
	return files
}
