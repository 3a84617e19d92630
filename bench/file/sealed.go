package file

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"strings"

	"github.com/zugwatch/zugwatch/engine/input"
)

// DecodeSealed reads a file written by a Layout and checks its digest; SameBytes checks
// its spelling. It goes from the coarse to the fine, so that the first reason found is
// the one to report. The file has to name the format and a schema up to the newest. The
// error is an *Error.
func DecodeSealed[T any](data []byte, format string, newest int64, digest func(*T) string) (*T, error) {
	odd, broken := Scan[T](data)
	if broken != nil {
		return nil, broken
	}
	if err := CheckHead(data, format, newest); err != nil {
		return nil, err
	}
	if odd != nil {
		return nil, odd
	}
	d, err := Decode[T](data)
	if err != nil {
		return nil, err
	}
	return d, checkDigest(data, digest(d))
}

// CheckHead returns an *Error if the data are of another format, or of a schema after the newest. A reader calls it before it
// decodes the rest.
func CheckHead(data []byte, format string, newest int64) error {
	var head struct {
		Format *string      `json:"format"`
		Schema *json.Number `json:"schema"`
	}
	err := json.Unmarshal(data, &head)
	if err != nil || head.Format == nil || *head.Format != format {
		return &Error{Reason: Foreign, Detail: fmt.Sprintf("expected the key \"format\" with %q", format)}
	}
	if head.Schema == nil {
		return &Error{Reason: UnknownSchema, Detail: "expected the key \"schema\""}
	}
	schema, err := head.Schema.Int64()
	switch {
	case err != nil || schema < 1:
		return &Error{Reason: UnknownSchema, Detail: fmt.Sprintf("schema %.20s, expected 1 to %d", *head.Schema, newest)}
	case schema > newest:
		return &Error{Reason: Newer, Detail: fmt.Sprintf("schema %d, this version reads up to %d; hint: update the tool", schema, newest)}
	}
	return nil
}

// Decode reads JSON and refuses fields that a T does not have. The error is an
// *Error.
func Decode[T any](data []byte) (*T, error) {
	d := new(T)
	err := Parse(data, d)
	if err == nil {
		return d, nil
	}
	fault := &Error{Reason: WrongValue, Detail: err.Error(), Err: err}
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
		return &Error{Reason: NotCanonical, Detail: "expected a line with the digest"}
	}
	sum := sha256.Sum256(data[:end+1])
	if got, _ := Seal(sum[:]); got != digest {
		return &Error{Reason: Altered, Detail: fmt.Sprintf("its digest is %.14s…, the file names %.14s…; hint: measure it again, it is not to be edited", got, digest)}
	}
	return nil
}

// SameBytes compares a file with the one spelling of its content, want; err says why
// there is none. It finds everything that a reader of JSON would pass over. The error is
// an *Error.
func SameBytes(data, want []byte, err error) error {
	if err != nil {
		return &Error{Reason: WrongValue, Detail: err.Error(), Err: err}
	}
	if bytes.Equal(data, want) {
		return nil
	}
	at := 0
	for at < len(data) && at < len(want) && data[at] == want[at] {
		at++
	}
	line, col := place(data, at)
	return &Error{
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

// MaxSize is the largest file that is read, in bytes: a million positions with
// all counters stay below it.
const MaxSize = 512 << 20

// Read returns the content of a file. The error is an *Error.
func Read(path string) ([]byte, error) {
	file, err := input.Open(path, 0)
	if err != nil {
		return nil, unreadable(path, err)
	}
	defer file.Close()
	data, err := io.ReadAll(io.LimitReader(file, MaxSize+1))
	if err != nil {
		return nil, unreadable(path, err)
	}
	if len(data) > MaxSize {
		return nil, &Error{Path: path, Reason: TooLarge, Detail: fmt.Sprintf("at most %d bytes", MaxSize)}
	}
	return data, nil
}

func unreadable(path string, err error) error {
	reason, detail := Unreadable, err.Error()
	if cause, ok := errors.AsType[*fs.PathError](err); ok {
		detail = cause.Err.Error()
	}
	if errors.Is(err, fs.ErrNotExist) {
		reason, detail = Missing, ""
	}
	return &Error{Path: path, Reason: reason, Detail: detail, Err: err}
}

// WithPath sets the file of an error, if it is an *Error.
func WithPath(path string, err error) error {
	if fault, ok := errors.AsType[*Error](err); ok {
		fault.Path = path
	}
	return err
}
