package speed

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"time"

	"github.com/zugwatch/zugwatch/bench/compare"
	"github.com/zugwatch/zugwatch/bench/failure"
	"github.com/zugwatch/zugwatch/bench/file"
	"github.com/zugwatch/zugwatch/engine"
	"github.com/zugwatch/zugwatch/engine/input"
	"github.com/zugwatch/zugwatch/engine/text"
)

// maxFile is the largest size of a race's file, in bytes: a day of pairs stays far below
// it.
const maxFile = 64 << 20

// The head of a file of a race, which tells it from every other JSON.
const (
	fileFormat = "zugwatch speed"
	fileSchema = 1
)

// longestPass is the largest credible time of a pass; a longer one was not measured by a
// clock.
const longestPass = time.Hour

// maxMachine bounds the name of a machine, in bytes.
const maxMachine = 200

// maxNodes bounds the nodes of a pass.
const maxNodes = 1 << 62

// fileErrorf says why a file is not one of a race.
func fileErrorf(format string, args ...any) error {
	return failure.With(failure.Baseline, fmt.Errorf("race: "+format, args...))
}

// document is a stored race: the measurements without a verdict, so that each reader
// judges by a limit of its own.
type document struct {
	Format    string        `json:"format"`
	Schema    int           `json:"schema"`
	Suite     string        `json:"suite"`
	Base      engine.ID     `json:"base"`
	Head      engine.ID     `json:"head"`
	Limits    string        `json:"limits"`
	Positions int           `json:"positions"`
	Of        int           `json:"of"`
	Spent     time.Duration `json:"spent_ns"`
	Machine   string        `json:"machine,omitempty"`
	Measured  []storedHalf  `json:"measured"`
}

// storedHalf is a measurement.
type storedHalf struct {
	Pairs []storedPair `json:"pairs"`
	Same  []storedPair `json:"same"`
}

// storedPair is a pair as numbers: the session, and 1 where the head began. Then come wall time and CPU time in ns
// and nodes of the base, and the same of the head.
type storedPair [8]int64

func storePairs(pairs []Pair) []storedPair {
	stored := make([]storedPair, len(pairs))
	for i, p := range pairs {
		first := int64(0)
		if p.HeadFirst {
			first = 1
		}
		stored[i] = storedPair{
			int64(p.Session), first,
			int64(p.Base.Wall), int64(p.Base.CPU), int64(p.Base.Nodes),
			int64(p.Head.Wall), int64(p.Head.CPU), int64(p.Head.Nodes),
		}
	}
	return stored
}

// readPairs returns what the numbers mean.
func readPairs(stored []storedPair) (pairs []Pair) {
	for _, s := range stored {
		pairs = append(pairs, Pair{
			Session: int(s[0]), HeadFirst: s[1] == 1,
			Base: Sample{Wall: time.Duration(s[2]), CPU: time.Duration(s[3]), Nodes: uint64(s[4])},
			Head: Sample{Wall: time.Duration(s[5]), CPU: time.Duration(s[6]), Nodes: uint64(s[7])},
		})
	}
	return pairs
}

// isPossible reports whether a pair may have been measured.
func (s storedPair) isPossible(pairs int) bool {
	sample := func(wall, cpu, nodes int64) bool {
		return wall > 0 && wall <= int64(longestPass) && cpu >= 0 && cpu <= int64(longestPass) && nodes >= 0 && nodes < maxNodes
	}
	return s[0] >= 0 && s[0] < int64(pairs) && (s[1] == 0 || s[1] == 1) && sample(s[2], s[3], s[4]) && sample(s[5], s[6], s[7])
}

// Encode writes what was measured on a suite, without the verdict. Equal
// measurements give equal bytes.
func Encode(w io.Writer, suite string, r *Report) error {
	d := document{
		Format: fileFormat, Schema: fileSchema, Suite: suite, Base: r.Base, Head: r.Head, Limits: r.Limits,
		Positions: r.Positions, Of: r.Of, Spent: r.Spent, Machine: r.Machine,
	}
	for _, m := range r.Measured {
		d.Measured = append(d.Measured, storedHalf{Pairs: storePairs(m.Pairs), Same: storePairs(m.Same)})
	}
	return json.NewEncoder(w).Encode(d)
}

// Decode reads what Encode wrote for a suite, and judges it by how much slower the
// head may be. It takes nothing else: not a byte more or less, no pair that no
// clock can have measured. The error is of the kind failure.Baseline.
func Decode(text []byte, suite string, allowed compare.Growth) (*Report, error) {
	if len(text) > maxFile {
		return nil, fileErrorf("file is larger than %d MiB", maxFile>>20)
	}
	d, err := parse(text)
	if err != nil {
		return nil, err
	}
	if d.Suite != suite {
		return nil, fileErrorf("suite is %.40q (expected %s)", d.Suite, suite)
	}
	report := &Report{Base: d.Base, Head: d.Head, Limits: d.Limits, Positions: d.Positions, Of: d.Of, Spent: d.Spent, Machine: d.Machine}
	for _, half := range d.Measured {
		report.Measured = append(report.Measured, &Measurement{Pairs: readPairs(half.Pairs), Same: readPairs(half.Same)})
	}
	report.assess(allowed)
	return report, nil
}

// Load reads a race that Encode wrote for a suite, and judges it by the allowed loss of
// speed. The errors name the file. If it cannot be opened, the error is of the kind
// failure.Baseline too.
func Load(path, suite string, allowed compare.Growth) (*Report, error) {
	opened, err := input.Open(path, 0)
	if err != nil {
		if errors.Is(err, fs.ErrNotExist) {
			err = fmt.Errorf("%s: file is missing", path)
		}
		return nil, failure.With(failure.Baseline, err)
	}
	defer opened.Close()
	text, err := io.ReadAll(io.LimitReader(opened, maxFile+1))
	if err != nil {
		return nil, err
	}
	report, err := Decode(text, suite, allowed)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return report, nil
}

// parse reads the text strictly: it has to be the very bytes that its values are
// written with.
func parse(text []byte) (*document, error) {
	var d document
	if err := file.Parse(text, &d); err != nil {
		if wrong, ok := errors.AsType[*json.UnmarshalTypeError](err); ok {
			return nil, fileErrorf("%s where %.40q holds %s", wrong.Value, wrong.Field, wrong.Type)
		}
		return nil, fileErrorf("text is no JSON of a race (expected what speed --out wrote)")
	}
	if d.Format != fileFormat || d.Schema != fileSchema {
		return nil, fileErrorf("format %.40q, schema %d (expected %q, schema %d)", d.Format, d.Schema, fileFormat, fileSchema)
	}
	var spelt bytes.Buffer
	if err := json.NewEncoder(&spelt).Encode(d); err != nil || !bytes.Equal(spelt.Bytes(), text) {
		return nil, fileErrorf("text is spelt in another way than it is written (expected what speed --out wrote)")
	}
	return &d, d.check()
}

// check finds what cannot have been measured.
func (d *document) check() error {
	limits, err := engine.ParseLimits(d.Limits)
	switch {
	case err != nil || !limits.Exact() || limits.String() != d.Limits:
		return fileErrorf("limits %.40q (expected a depth or nodes)", d.Limits)
	case d.Positions < 1 || d.Of < d.Positions || d.Spent < 0:
		return fileErrorf("%d of %d positions in %v (expected at least one)", d.Positions, d.Of, d.Spent)
	case len(d.Machine) > maxMachine || text.Printable(d.Machine) != d.Machine:
		return fileErrorf("machine %.40q (expected a line of text)", d.Machine)
	case len(d.Measured) < 1 || len(d.Measured) > 2:
		return fileErrorf("%d measurements (expected one or two)", len(d.Measured))
	}
	for _, half := range d.Measured {
		all := len(half.Pairs) + len(half.Same)
		if len(half.Pairs) == 0 || len(half.Same) == 0 {
			return fileErrorf("measurement without pairs (expected some of base and head, and some of the base alone)")
		}
		for _, list := range [][]storedPair{half.Pairs, half.Same} {
			for _, s := range list {
				if !s.isPossible(all) {
					return fileErrorf("pair %v (expected a session, 0 or 1, and times above 0 with nodes)", s)
				}
			}
		}
	}
	return nil
}
