// Package setting gives a struct of switches and numbers one text form: the
// name of a preset and what differs from it, "modern,lmr=off". The form reads,
// prints and round-trips, so that a command line, a UCI option, a run file and a
// report all say the same.
package setting

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Form is the text form of the values of type P.
type Form[P comparable] struct {
	What    string // what P is, for errors: "null-move policy"
	Presets []Preset[P]
	Keys    []Key[P] // in the order of String
}

// Preset is a name and the value that it stands for.
type Preset[P comparable] struct {
	Name  string
	Value P
}

// Key is one field in the text form.
type Key[P comparable] struct {
	Name string
	Want string // what values there are, for errors and help
	Get  func(*P) string
	Set  func(*P, string) bool // false: the text is no value of the field
	// Low and High are the bounds of a number. Both are 0 for another value.
	Low, High int
}

// Number returns a key whose value lies from low to high.
func Number[P comparable, T ~int | ~int8 | ~int16 | ~int32](name string, low, high int, field func(*P) *T) Key[P] {
	return Key[P]{
		Name: name, Want: fmt.Sprintf("%d to %d", low, high), Low: low, High: high,
		Get: func(p *P) string { return strconv.Itoa(int(*field(p))) },
		Set: func(p *P, text string) bool {
			n, err := strconv.Atoi(text)
			if err != nil || n < low || n > high {
				return false
			}
			*field(p) = T(n)
			return true
		},
	}
}

// Word returns a key whose value is one of a list of words, counted from 0.
func Word[P comparable, T ~uint8](name string, words []string, field func(*P) *T) Key[P] {
	return Key[P]{
		Name: name, Want: strings.Join(words, ", "),
		Get: func(p *P) string { return words[*field(p)] },
		Set: func(p *P, text string) bool {
			i := slices.Index(words, text)
			if i >= 0 {
				*field(p) = T(i)
			}
			return i >= 0
		},
	}
}

// Switch returns a key that is on or off.
func Switch[P comparable](name string, field func(*P) *bool) Key[P] {
	return Key[P]{
		Name: name, Want: "on, off",
		Get: func(p *P) string {
			if *field(p) {
				return "on"
			}
			return "off"
		},
		Set: func(p *P, text string) bool {
			*field(p) = text == "on"
			return text == "on" || text == "off"
		},
	}
}

// Names lists the presets.
func (f *Form[P]) Names() []string {
	names := make([]string, len(f.Presets))
	for i, p := range f.Presets {
		names[i] = p.Name
	}
	return names
}

// Parse reads the text form. Errors name what was expected.
func (f *Form[P]) Parse(text string) (P, error) {
	var none P
	name, changes, more := strings.Cut(text, ",")
	i := slices.IndexFunc(f.Presets, func(p Preset[P]) bool { return p.Name == name })
	if i < 0 {
		return none, fmt.Errorf("%s %q (expected one of %s)", f.What, name, strings.Join(f.Names(), " "))
	}
	value := f.Presets[i].Value
	if !more {
		return value, nil
	}
	if changes == "" {
		return none, fmt.Errorf("%s %q ends with a comma (expected key=value)", f.What, text)
	}
	for change := range strings.SplitSeq(changes, ",") {
		if err := f.setKey(&value, change); err != nil {
			return none, err
		}
	}
	return value, nil
}

// setKey applies one "key=value".
func (f *Form[P]) setKey(value *P, text string) error {
	name, word, _ := strings.Cut(text, "=")
	names := make([]string, len(f.Keys))
	for i, k := range f.Keys {
		names[i] = k.Name
		if k.Name != name {
			continue
		}
		if !k.Set(value, word) {
			return fmt.Errorf("%s key %s=%s (expected %s)", f.What, name, word, k.Want)
		}
		return nil
	}
	return fmt.Errorf("unknown %s key %q (expected one of %s)", f.What, name, strings.Join(names, " "))
}

// Number returns the number of a key of a value, with its bounds.
func (f *Form[P]) Number(value P, name string) (n, low, high int, err error) {
	var names []string
	for _, k := range f.Keys {
		if k.Low == k.High {
			continue
		}
		if k.Name == name {
			n, err = strconv.Atoi(k.Get(&value))
			return n, k.Low, k.High, err
		}
		names = append(names, k.Name)
	}
	return 0, 0, 0, fmt.Errorf("%s key %q is no number (expected one of %s)", f.What, name, strings.Join(names, " "))
}

// Differences returns the keys of value that differ from other, as changes such as "lmr=off".
func (f *Form[P]) Differences(value, other P) []string {
	var changes []string
	for _, k := range f.Keys {
		if word := k.Get(&value); word != k.Get(&other) {
			changes = append(changes, k.Name+"="+word)
		}
	}
	return changes
}

// Revert returns the value with the key of a change as another value has it.
func (f *Form[P]) Revert(value, other P, change string) P {
	name, _, _ := strings.Cut(change, "=")
	for _, k := range f.Keys {
		if k.Name == name {
			k.Set(&value, k.Get(&other))
		}
	}
	return value
}

// String returns the text form of p: the name that needs the fewest changes, the
// first of equals, and these changes.
func (f *Form[P]) String(p P) string {
	best, fewest := "", len(f.Keys)+1
	for _, base := range f.Presets {
		if changes := f.Differences(p, base.Value); len(changes) < fewest {
			best, fewest = strings.Join(append([]string{base.Name}, changes...), ","), len(changes)
		}
	}
	return best
}
