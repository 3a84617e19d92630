package store

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"strings"

	"github.com/zugwatch/zugwatch/bench"
)

// Decode reads a run from the bytes of a run file or a baseline. It takes only
// what Encode or EncodeBaseline would write; every error is a *FileError that
// names the first and most telling reason.
func Decode(data []byte) (*bench.Run, error) {
	d, err := decode(data)
	if err != nil {
		return nil, err
	}
	return d.run(), nil
}

// DecodeBaseline reads a baseline. A run that nobody accepted is an error.
func DecodeBaseline(data []byte) (*Baseline, error) {
	d, err := decode(data)
	if err != nil {
		return nil, err
	}
	return d.baseline()
}

// decode reads a file that is good at once, and finds out what is wrong with
// another.
func decode(data []byte) (*document, error) {
	if d, ok := stream(bytes.NewReader(data), int64(len(data))); ok {
		return d, nil
	}
	return examine(data)
}

// examine goes from the coarse to the fine, so that the first reason found is
// the one to tell.
func examine(data []byte) (*document, error) {
	if err := checkText(data); err != nil {
		return nil, err
	}
	odd, broken := scan(data, keysOf(reflect.TypeFor[document]()))
	if broken != nil {
		return nil, broken
	}
	if err := checkHead(data, formatName, baselineSchema); err != nil {
		return nil, err
	}
	if odd != nil {
		return nil, odd
	}
	d, err := decodeStrictly[document](data)
	if err != nil {
		return nil, err
	}
	if err := checkDigest(data, d.Digest); err != nil {
		return nil, err
	}
	if err := checkSpelling(data, d); err != nil {
		return nil, err
	}
	return d, checkSense(d)
}

// checkHead finds what is not for this reader, before the details can confuse
// it.
func checkHead(data []byte, format string, newest int64) error {
	var head struct {
		Format *string      `json:"format"`
		Schema *json.Number `json:"schema"`
	}
	err := json.Unmarshal(data, &head)
	if err != nil || head.Format == nil || *head.Format != format {
		return &FileError{Reason: Foreign, Detail: fmt.Sprintf("expected the key \"format\" with %q", format)}
	}
	if head.Schema == nil {
		return &FileError{Reason: UnknownSchema, Detail: "expected the key \"schema\""}
	}
	schema, err := head.Schema.Int64()
	switch {
	case err != nil || schema < 1:
		return &FileError{Reason: UnknownSchema, Detail: fmt.Sprintf("schema %.20s, expected 1 to %d", *head.Schema, newest)}
	case schema > newest:
		return &FileError{Reason: Newer, Detail: fmt.Sprintf("schema %d, this version reads up to %d; hint: update the tool", schema, newest)}
	}
	return nil
}

func decodeStrictly[T any](data []byte) (*T, error) {
	decoder := json.NewDecoder(bytes.NewReader(data))
	decoder.DisallowUnknownFields()
	d := new(T)
	err := decoder.Decode(d)
	if err == nil {
		return d, nil
	}
	fault := &FileError{Reason: WrongValue, Detail: err.Error(), Err: err}
	var wrong *json.UnmarshalTypeError
	switch {
	case errors.As(err, &wrong):
		fault.Line, fault.Col = place(data, int(wrong.Offset))
		fault.Detail = fmt.Sprintf("%s where %q holds %s", wrong.Value, wrong.Field, wrong.Type)
	case strings.HasPrefix(err.Error(), "json: unknown field"):
		fault.Reason = UnknownKey
		fault.Detail = strings.TrimPrefix(err.Error(), "json: ")
	}
	return nil, fault
}

// checkDigest compares the digest with the bytes above its line.
func checkDigest(data []byte, digest string) error {
	end := bytes.LastIndex(data, []byte("\n"+digestKey))
	if end < 0 {
		return &FileError{Reason: NotCanonical, Detail: "expected a line with the digest"}
	}
	if got := digestOf(data[:end+1]); got != digest {
		return &FileError{Reason: Altered, Detail: fmt.Sprintf("its digest is %.14s…, the file names %.14s…; hint: measure it again, it is not to be edited", got, digest)}
	}
	return nil
}

// checkSpelling finds everything that a reader of JSON would pass over: it
// demands the very bytes that the document would be written with.
func checkSpelling(data []byte, d *document) error {
	want, err := encode(d.run(), d.Accepted)
	return checkBytes(data, want, err)
}

// checkBytes compares a file with the one spelling of what it says.
func checkBytes(data, want []byte, err error) error {
	if err != nil {
		return &FileError{Reason: WrongValue, Detail: err.Error(), Err: err}
	}
	if bytes.Equal(data, want) {
		return nil
	}
	at := 0
	for at < len(data) && at < len(want) && data[at] == want[at] {
		at++
	}
	line, col := place(data, at)
	return &FileError{
		Line: line, Col: col, Reason: NotCanonical,
		Detail: fmt.Sprintf("found %s, expected %s", excerpt(data, at), excerpt(want, at)),
	}
}

// excerpt shows a few bytes of data from an offset.
func excerpt(data []byte, at int) string {
	if at >= len(data) {
		return "the end"
	}
	return fmt.Sprintf("%q", data[at:min(len(data), at+20)])
}

// checkSense finds what is spelt well and can not be.
func checkSense(d *document) error {
	if d.Suite.Count != len(d.Outcomes) || len(d.Outcomes) == 0 {
		return &FileError{Reason: Contradiction, Detail: fmt.Sprintf("the suite has %d positions, the file %d", d.Suite.Count, len(d.Outcomes))}
	}
	if d.Complete != (d.Totals.Unfinished == 0) {
		return &FileError{Reason: Contradiction, Detail: fmt.Sprintf("complete is %t with %d positions unfinished", d.Complete, d.Totals.Unfinished)}
	}
	if d.Shard.Count == 1 || d.Shard.Size(len(d.Outcomes)) == 0 {
		return &FileError{Reason: Contradiction, Detail: fmt.Sprintf("shard %s of %d positions", d.Shard, len(d.Outcomes))}
	}
	if d.Shard == (bench.Shard{}) && d.Origin != (bench.Origin{}) {
		return &FileError{Reason: Contradiction, Detail: "origin of a run that is no shard"}
	}
	for i := range d.Outcomes {
		detail := outcomeSense(&d.Outcomes[i])
		if d.Outcomes[i].Verdict != bench.Unfinished && !d.Shard.Has(i) {
			detail = fmt.Sprintf("position %q is %s and not of shard %s", d.Outcomes[i].ID, d.Outcomes[i].Verdict, d.Shard)
		}
		if detail != "" {
			return &FileError{Reason: Contradiction, Detail: detail}
		}
	}
	if d.Accepted != nil {
		if _, err := Accept(d.run(), *d.Accepted); err != nil {
			return &FileError{Reason: Contradiction, Detail: err.Error(), Err: err}
		}
	}
	return nil
}

// outcomeSense says what can not be in an outcome, nothing when all is well.
func outcomeSense(o *bench.Outcome) string {
	if (o.Fault != bench.NoFault) != (o.Verdict == bench.Faulted) {
		return fmt.Sprintf("position %q is %s with the fault %q", o.ID, o.Verdict, o.Fault)
	}
	asked := o.Want != ""
	answered := o.Verdict == bench.Solved || o.Verdict == bench.Missed
	if asked && o.Verdict == bench.Measured || !asked && answered {
		return fmt.Sprintf("position %q is %s and asks %q", o.ID, o.Verdict, o.Want)
	}
	return ""
}
