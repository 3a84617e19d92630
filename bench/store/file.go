package store

import (
	"bytes"
	"fmt"
	"io"
	"os"

	"github.com/zugwatch/zugwatch/bench"
	"github.com/zugwatch/zugwatch/bench/file"
	"github.com/zugwatch/zugwatch/engine"
)

// Load reads the run from a run file or a baseline. Every error is a
// *file.Error.
func Load(path string) (*bench.Run, error) {
	d, err := load(path)
	if err != nil {
		return nil, file.WithPath(path, err)
	}
	return d.run(), nil
}

// LoadBaseline reads a baseline. Every error is a *file.Error; that the file is
// missing is one.
func LoadBaseline(path string) (*Baseline, error) {
	d, err := load(path)
	if err != nil {
		return nil, file.WithPath(path, err)
	}
	baseline, err := d.baseline()
	return baseline, file.WithPath(path, err)
}

// load reads a good file without holding it; any other is read again, to be
// examined as a whole.
func load(path string) (*document, error) {
	if d, ok := streamTwice(path, stream); ok {
		return d, nil
	}
	data, err := file.Read(path)
	if err != nil {
		return nil, err
	}
	return validate(data)
}

// streamTwice streams a file that can be read twice.
func streamTwice[T any](path string, stream func(io.Reader, int64) (T, bool)) (none T, ok bool) {
	stat, err := os.Stat(path)
	if err != nil || !stat.Mode().IsRegular() || stat.Size() > file.MaxSize {
		return none, false
	}
	opened, err := os.Open(path)
	if err != nil {
		return none, false
	}
	defer opened.Close()
	return stream(io.LimitReader(opened, file.MaxSize), stat.Size())
}

// Save writes the run to a file, which is either the old one or the whole new one,
// whatever happens. The error is a *file.WriteError, or another for a run that cannot be
// read back.
func Save(path string, run *bench.Run) error { return save(file.Disk{}, path, "run", run, nil) }

// SaveBaseline writes the baseline to a file as Save does.
func SaveBaseline(path string, b *Baseline) error {
	return save(file.Disk{}, path, "baseline", b.Run, &b.Accepted)
}

func save(d file.Disk, path, noun string, run *bench.Run, accepted *Accepted) error {
	data, err := encode(run, accepted)
	if err == nil {
		_, err = decode(data)
	}
	if err != nil {
		return fmt.Errorf("%s for %s: %w", noun, path, err)
	}
	return d.Write(path, data)
}

// formatName tells a run file from every other JSON.
const formatName = "zugwatch run"

// document is a run file as JSON sees it.
type document struct {
	Format   string          `json:"format"`
	Schema   int             `json:"schema"`
	Accepted *Accepted       `json:"accepted,omitempty"` // of a baseline
	Engine   engine.ID       `json:"engine"`
	Suite    bench.SuiteRef  `json:"suite"`
	Limits   string          `json:"limits"`
	Shard    bench.Shard     `json:"shard,omitzero"`  // of several, as "2/4"
	Origin   bench.Origin    `json:"origin,omitzero"` // of a shard
	Complete bool            `json:"complete"`
	Totals   bench.Totals    `json:"totals"`
	Outcomes []bench.Outcome `json:"outcomes"`
	Digest   string          `json:"digest"` // SHA-256 of all bytes above its line
}

// run returns the run of the document, in the present schema.
func (d *document) run() *bench.Run {
	return &bench.Run{
		Schema: bench.Schema, Engine: d.Engine, Suite: d.Suite, Limits: d.Limits, Shard: d.Shard, Origin: d.Origin,
		Complete: d.Complete, Outcomes: d.Outcomes,
	}
}

// baseline returns the document as a baseline, with an error if the run was not accepted.
func (d *document) baseline() (*Baseline, error) {
	if d.Accepted == nil {
		return nil, &file.Error{Reason: file.NotAccepted, Detail: "expected a baseline with a reason; hint: accept it first"}
	}
	return &Baseline{Run: d.run(), Accepted: *d.Accepted}, nil
}

// Encode returns the one spelling of the run as a file.
func Encode(run *bench.Run) ([]byte, error) { return encode(run, nil) }

func encode(run *bench.Run, accepted *Accepted) ([]byte, error) {
	w := headLayout(run, accepted)
	w.List("outcomes", len(run.Outcomes), func(i int) any { return &run.Outcomes[i] })
	data, err := w.Seal()
	if err != nil {
		return nil, fmt.Errorf("run encode: %w", err)
	}
	return data, nil
}

// headLayout returns the layout of all above the first position.
func headLayout(run *bench.Run, accepted *Accepted) *file.Layout {
	w := new(file.Layout)
	w.Field("format", formatName)
	w.Field("schema", accepted.schema(run))
	if accepted != nil {
		w.Field("accepted", accepted)
	}
	w.Field("engine", run.Engine)
	w.Field("suite", run.Suite)
	w.Field("limits", run.Limits)
	if run.Shard != (bench.Shard{}) {
		w.Field("shard", run.Shard)
	}
	if run.Origin != (bench.Origin{}) {
		w.Field("origin", run.Origin)
	}
	w.Field("complete", run.Complete)
	w.Field("totals", run.Totals())
	return w
}

// decode reads a run file or a baseline. It takes only what encode would write; every
// error is a *file.Error that names the first and most telling reason.
func decode(data []byte) (*document, error) {
	if d, ok := stream(bytes.NewReader(data), int64(len(data))); ok {
		return d, nil
	}
	return validate(data)
}

// validate returns the first error of a file.
func validate(data []byte) (*document, error) {
	d, err := file.DecodeSealed(data, formatName, baselineSchema, func(d *document) string { return d.Digest })
	if err != nil {
		return nil, err
	}
	want, err := encode(d.run(), d.Accepted)
	if err := file.SameBytes(data, want, err); err != nil {
		return nil, err
	}
	return d, checkPlausible(d)
}

// checkPlausible returns an error for a document that is spelt well and cannot be true.
func checkPlausible(d *document) error {
	if d.Suite.Count != len(d.Outcomes) || len(d.Outcomes) == 0 {
		return &file.Error{Reason: file.Contradiction, Detail: fmt.Sprintf("the suite has %d positions, the file %d", d.Suite.Count, len(d.Outcomes))}
	}
	if d.Complete != (d.Totals.Unfinished == 0) {
		return &file.Error{Reason: file.Contradiction, Detail: fmt.Sprintf("complete is %t with %d positions unfinished", d.Complete, d.Totals.Unfinished)}
	}
	if d.Shard.Count == 1 || d.Shard.Size(len(d.Outcomes)) == 0 {
		return &file.Error{Reason: file.Contradiction, Detail: fmt.Sprintf("shard %s of %d positions", d.Shard, len(d.Outcomes))}
	}
	if d.Shard == (bench.Shard{}) && d.Origin != (bench.Origin{}) {
		return &file.Error{Reason: file.Contradiction, Detail: "origin of a run that is no shard"}
	}
	for i := range d.Outcomes {
		detail := d.Outcomes[i].Validate()
		if d.Outcomes[i].Verdict != bench.Unfinished && !d.Shard.Has(i) {
			detail = fmt.Sprintf("position %q is %s and not of shard %s", d.Outcomes[i].ID, d.Outcomes[i].Verdict, d.Shard)
		}
		if detail != "" {
			return &file.Error{Reason: file.Contradiction, Detail: detail}
		}
	}
	if d.Accepted != nil {
		if _, err := NewBaseline(d.run(), *d.Accepted); err != nil {
			return &file.Error{Reason: file.Contradiction, Detail: err.Error(), Err: err}
		}
	}
	return nil
}
