package file

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"reflect"
	"strings"
	"unicode/utf8"
)

// maxNesting is the deepest nesting of objects and lists that is looked into.
// A run has three levels.
const maxNesting = 32

// checkText finds files that are no JSON for a reason worth telling.
func checkText(data []byte) error {
	if len(bytes.TrimSpace(data)) == 0 {
		return &Error{Reason: Empty, Detail: fmt.Sprintf("%d bytes", len(data))}
	}
	if bytes.HasPrefix(data, []byte("version https://git-lfs")) {
		return &Error{Line: 1, Col: 1, Reason: Pointer, Detail: "hint: git lfs pull"}
	}
	if at := notText(data); at >= 0 {
		line, col := place(data, at)
		if !utf8.FullRune(data[at:]) {
			return &Error{Line: line, Col: col, Reason: Cut, Detail: "in the middle of a character"}
		}
		return &Error{Line: line, Col: col, Reason: NotText, Detail: fmt.Sprintf("found %q", data[at:min(len(data), at+2)])}
	}
	for _, mark := range []string{"<<<<<<< ", "=======\n", ">>>>>>> ", "||||||| "} {
		if at := lineStart(data, mark); at >= 0 {
			line, col := place(data, at)
			return &Error{Line: line, Col: col, Reason: Conflict, Detail: "hint: take one side whole, or measure again"}
		}
	}
	return nil
}

// notText finds the first byte that no UTF-8 text without a byte order mark
// has, and -1 when all is well.
func notText(data []byte) int {
	if bytes.HasPrefix(data, []byte("\ufeff")) {
		return 0
	}
	for i := 0; i < len(data); {
		r, size := utf8.DecodeRune(data[i:])
		if r == 0 || r == utf8.RuneError && size < 2 {
			return i
		}
		i += size
	}
	return -1
}

// lineStart finds the first line that begins with the mark.
func lineStart(data []byte, mark string) int {
	if bytes.HasPrefix(data, []byte(mark)) {
		return 0
	}
	if at := bytes.Index(data, []byte("\n"+mark)); at >= 0 {
		return at + 1
	}
	return -1
}

// place turns an offset into a line and a column, both from 1.
func place(data []byte, offset int) (line, col int) {
	above := data[:max(0, min(offset, len(data)))]
	return 1 + bytes.Count(above, []byte("\n")), len(above) - bytes.LastIndexByte(above, '\n')
}

// Scan reads the whole as JSON and reports faults that a decoder into a T would let pass.
// The error broken is for bytes that are no text, bytes after the end and too deep
// nesting. The error odd is for keys that are listed twice, or differ from a known one in
// case only. It says little as long as it is not clear that the document is a T. Both are
// an *Error.
func Scan[T any](data []byte) (odd, broken error) {
	if err := checkText(data); err != nil {
		return nil, err
	}
	known := make(map[string]bool)
	collectKeys(reflect.TypeFor[T](), known)
	decoder := json.NewDecoder(bytes.NewReader(data))
	decoder.UseNumber()
	s := scanner{data: data, decoder: decoder, known: known}
	if err := s.value(0); err != nil {
		return nil, err
	}
	behind := s.next()
	switch _, err := decoder.Token(); {
	case errors.Is(err, io.EOF):
		return s.odd, nil
	case err == nil:
		return nil, s.fault(behind, Syntax, "more behind the end of the object")
	default:
		return nil, s.decoderError(err)
	}
}

// scanner walks over the tokens of a document.
type scanner struct {
	data    []byte
	decoder *json.Decoder
	known   map[string]bool
	odd     error // the first one
}

// next returns where the next token begins.
func (s *scanner) next() int {
	at := int(s.decoder.InputOffset())
	for at < len(s.data) && strings.IndexByte(" \t\r\n,:", s.data[at]) >= 0 {
		at++
	}
	return at
}

func (s *scanner) fault(at int, reason Reason, detail string) error {
	line, col := place(s.data, at)
	return &Error{Line: line, Col: col, Reason: reason, Detail: detail}
}

// decoderError returns an error of the decoder.
func (s *scanner) decoderError(err error) error {
	at := int(s.decoder.InputOffset())
	if syntax, ok := errors.AsType[*json.SyntaxError](err); ok {
		at = int(syntax.Offset) - 1
	}
	reason, detail := Syntax, err.Error()
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		reason, detail, at = Cut, "expected more", len(s.data)
	}
	line, col := place(s.data, at)
	return &Error{Line: line, Col: col, Reason: reason, Detail: detail, Err: err}
}

// value walks over a value.
func (s *scanner) value(depth int) error {
	at := s.next()
	token, err := s.decoder.Token()
	if err != nil {
		return s.decoderError(err)
	}
	opened, nested := token.(json.Delim)
	switch {
	case !nested:
		return nil
	case depth == maxNesting:
		return s.fault(at, TooDeep, fmt.Sprintf("at most %d levels", maxNesting))
	}
	seen := make(map[string]bool) // keys of an object
	for s.decoder.More() {
		if opened == '{' {
			if err := s.key(seen); err != nil {
				return err
			}
		}
		if err := s.value(depth + 1); err != nil {
			return err
		}
	}
	if _, err := s.decoder.Token(); err != nil { // the closing bracket
		return s.decoderError(err)
	}
	return nil
}

// key walks over a key of an object.
func (s *scanner) key(seen map[string]bool) error {
	at := s.next()
	token, err := s.decoder.Token()
	if err != nil {
		return s.decoderError(err)
	}
	key, ok := token.(string)
	if !ok {
		return s.fault(at, Syntax, fmt.Sprintf("found %v, expected a key", token))
	}
	if s.odd == nil {
		s.odd = s.checkKey(at, key, seen)
	}
	seen[key] = true
	return nil
}

// checkKey checks one key of an object, which begins at an offset.
func (s *scanner) checkKey(at int, key string, seen map[string]bool) error {
	if seen[key] {
		return s.fault(at, DuplicateKey, fmt.Sprintf("%q", key))
	}
	if s.known[key] {
		return nil
	}
	for known := range s.known {
		if strings.EqualFold(known, key) {
			return s.fault(at, UnknownKey, fmt.Sprintf("%q, expected %q", key, known))
		}
	}
	return nil
}

// collectKeys collects the keys of a type and of all types in it.
func collectKeys(t reflect.Type, keys map[string]bool) {
	switch t.Kind() {
	case reflect.Pointer, reflect.Slice:
		collectKeys(t.Elem(), keys)
	case reflect.Struct:
		for i := range t.NumField() {
			name, _, _ := strings.Cut(t.Field(i).Tag.Get("json"), ",")
			if name != "" {
				keys[name] = true
				collectKeys(t.Field(i).Type, keys)
			}
		}
	}
}
