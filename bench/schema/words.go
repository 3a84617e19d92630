package schema

import (
	"encoding"
	"fmt"
	"reflect"
	"strings"
)

// enumWords returns the texts of a type of words, in the order of its values, which count from 0
// without a gap. If the type can be decoded, only texts that decode to their value count. The
// empty text is no word: it stands for a key that is left out.
func enumWords(t reflect.Type) []any {
	var all []any
	for i := range 256 {
		value := reflect.New(t).Elem()
		value.SetUint(uint64(i))
		word, known := wordOf(value)
		if !known {
			break
		}
		if word != "" && parsesAs(value, word) {
			all = append(all, word)
		}
	}
	return all
}

// wordOf returns the text of a value; known is false beyond the last: it has no text, or its
// number for one.
func wordOf(value reflect.Value) (word string, known bool) {
	defer func() {
		if recover() != nil {
			word, known = "", false
		}
	}()
	text, err := value.Interface().(encoding.TextMarshaler).MarshalText()
	return string(text), err == nil && !strings.HasSuffix(string(text), fmt.Sprintf("(%d)", value.Uint()))
}

// parsesAs reports whether a text is read as the value, which it is where nothing reads it.
func parsesAs(value reflect.Value, word string) bool {
	back := reflect.New(value.Type())
	reader, ok := back.Interface().(encoding.TextUnmarshaler)
	return !ok || reader.UnmarshalText([]byte(word)) == nil && back.Elem().Uint() == value.Uint()
}
