package store

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"

	"github.com/zugwatch/zugwatch/bench"
	"github.com/zugwatch/zugwatch/engine"
)

// formatName tells a run file from every other JSON.
const formatName = "zugwatch run"

// digestKey begins the line of the digest; what stands above is digested.
const digestKey = "\"digest\": "

// document is a run file as JSON sees it.
type document struct {
	Format   string          `json:"format"`
	Schema   int             `json:"schema"`
	Accepted *Accepted       `json:"accepted"`
	Engine   engine.ID       `json:"engine"`
	Suite    bench.SuiteRef  `json:"suite"`
	Limits   string          `json:"limits"`
	Shard    bench.Shard     `json:"shard"`
	Origin   bench.Origin    `json:"origin"`
	Complete bool            `json:"complete"`
	Totals   bench.Totals    `json:"totals"`
	Outcomes []bench.Outcome `json:"outcomes"`
	Digest   string          `json:"digest"`
}

// run is what the document says, in the present schema whatever that of the
// file is.
func (d *document) run() *bench.Run {
	return &bench.Run{
		Schema: bench.Schema, Engine: d.Engine, Suite: d.Suite, Limits: d.Limits, Shard: d.Shard, Origin: d.Origin,
		Complete: d.Complete, Outcomes: d.Outcomes,
	}
}

// baseline is the document as a baseline; the error is that nobody accepted it.
func (d *document) baseline() (*Baseline, error) {
	if d.Accepted == nil {
		return nil, &FileError{Reason: NotAccepted, Detail: "expected a baseline with a reason; hint: accept it first"}
	}
	return &Baseline{Run: d.run(), Accepted: *d.Accepted}, nil
}

// Encode is the one spelling of the run as a file.
func Encode(run *bench.Run) ([]byte, error) { return encode(run, nil) }

// EncodeBaseline is the one spelling of the baseline as a file.
func EncodeBaseline(b *Baseline) ([]byte, error) { return encode(b.Run, &b.Accepted) }

func encode(run *bench.Run, accepted *Accepted) ([]byte, error) {
	var w layout
	w.head(run, accepted)
	for i := range run.Outcomes {
		if i > 0 {
			w.text(",\n")
		}
		w.value(&run.Outcomes[i])
	}
	w.text("\n" + endOfList)
	digest := digestOf(w.buffer.Bytes())
	w.text(digestKey)
	w.value(digest)
	w.text("\n" + endOfFile)
	if w.err != nil {
		return nil, fmt.Errorf("run encode: %w", w.err)
	}
	return w.buffer.Bytes(), nil
}

// digestName begins a digest.
const digestName = "sha256:"

func digestOf(above []byte) string {
	sum := sha256.Sum256(above)
	return digestName + hex.EncodeToString(sum[:])
}

// layout writes JSON line by line. After an error it writes nothing of use.
type layout struct {
	buffer bytes.Buffer
	err    error
}

func (w *layout) text(s string) { w.buffer.WriteString(s) }

// head writes all above the first position.
func (w *layout) head(run *bench.Run, accepted *Accepted) {
	w.text("{\n")
	w.field("format", formatName)
	w.field("schema", accepted.schema(run))
	if accepted != nil {
		w.field("accepted", accepted)
	}
	w.field("engine", run.Engine)
	w.field("suite", run.Suite)
	w.field("limits", run.Limits)
	if run.Shard != (bench.Shard{}) {
		w.field("shard", run.Shard)
	}
	if run.Origin != (bench.Origin{}) {
		w.field("origin", run.Origin)
	}
	w.field("complete", run.Complete)
	w.field("totals", run.Totals())
	w.text(outcomesLine)
}

// field writes one line of the header.
func (w *layout) field(name string, value any) {
	w.text("\"" + name + "\": ")
	w.value(value)
	w.text(",\n")
}

func (w *layout) value(value any) {
	encoder := json.NewEncoder(&w.buffer)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(value); err != nil && w.err == nil {
		w.err = err
	}
	w.buffer.Truncate(max(0, w.buffer.Len()-1)) // the encoder ends with a new line
}
