package uci

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/zugwatch/zugwatch/engine/text"
)

// Kind is the type of an option.
type Kind string

// The types of options.
const (
	Check  Kind = "check"  // true or false
	Spin   Kind = "spin"   // a whole number from Min to Max
	Combo  Kind = "combo"  // one of Values
	Button Kind = "button" // something to set off; it has no value
	String Kind = "string" // any text
)

// EmptyValue stands for an empty string in the protocol.
const EmptyValue = "<empty>"

// Declared is an option that an engine says it has.
type Declared struct {
	Name     string
	Kind     Kind
	Default  string
	Min, Max int64    // of a Spin
	Values   []string // of a Combo
}

// String returns the option line that an engine prints.
func (d *Declared) String() string {
	text := "option name " + d.Name + " type " + string(d.Kind)
	switch {
	case d.Kind == Button:
		return text
	case d.Kind == String && d.Default == "":
		return text + " default " + EmptyValue
	}
	text += " default " + d.Default
	if d.Kind == Spin {
		text += fmt.Sprintf(" min %d max %d", d.Min, d.Max)
	}
	for _, v := range d.Values {
		text += " var " + v
	}
	return text
}

// ParseDeclared parses an option line of an engine. Names and values may contain blanks, and names the word "value".
func ParseDeclared(line string) (Declared, error) {
	fields := strings.Fields(line)
	if len(fields) < 2 || fields[0] != "option" || fields[1] != "name" {
		return Declared{}, fmt.Errorf("option line %.60q (expected option name NAME type TYPE)", line)
	}
	d := Declared{Min: -1 << 53, Max: 1 << 53}
	end := slices.Index(fields, "type")
	if end < 3 || end+1 >= len(fields) {
		return Declared{}, fmt.Errorf("option line %.60q (expected a name and a type)", line)
	}
	d.Name = strings.Join(fields[2:end], " ")
	d.Kind = Kind(fields[end+1])
	switch d.Kind {
	case Check, Spin, Combo, Button, String:
	default:
		return Declared{}, fmt.Errorf("option %q has type %.20q (expected check, spin, combo, button or string)", d.Name, d.Kind)
	}
	if err := d.parseFields(fields[end+2:]); err != nil {
		return Declared{}, fmt.Errorf("option %q: %w", d.Name, err)
	}
	return d, nil
}

// parseFields reads what follows the type: each of the words takes all up to the next.
func (d *Declared) parseFields(fields []string) error {
	isWord := func(s string) bool { return s == "default" || s == "min" || s == "max" || s == "var" }
	for len(fields) > 0 {
		word, rest := fields[0], fields[1:]
		n := slices.IndexFunc(rest, isWord)
		if n < 0 || d.Kind == String {
			n = len(rest)
		}
		value := strings.Join(rest[:n], " ")
		fields = rest[n:]
		if value == EmptyValue {
			value = ""
		}
		switch word {
		case "default":
			d.Default = value
		case "var":
			d.Values = append(d.Values, value)
		case "min", "max":
			number, err := strconv.ParseInt(value, 10, 64)
			if err != nil {
				return fmt.Errorf("%s is %.20q (expected a whole number)", word, value)
			}
			if word == "min" {
				d.Min = number
			} else {
				d.Max = number
			}
		default:
			return fmt.Errorf("unknown word %.20q (expected default, min, max or var)", word)
		}
	}
	return nil
}

// Check finds a value that the option does not take.
func (d *Declared) Check(value string) error {
	want := ""
	switch d.Kind {
	case Check:
		if value != "true" && value != "false" {
			want = "true or false"
		}
	case Spin:
		if n, err := strconv.ParseInt(value, 10, 64); err != nil || n < d.Min || n > d.Max {
			want = fmt.Sprintf("a number from %d to %d", d.Min, d.Max)
		}
	case Combo:
		if !slices.ContainsFunc(d.Values, func(v string) bool { return strings.EqualFold(v, value) }) {
			want = "one of " + strings.Join(d.Values, ", ") + text.DidYouMean(value, d.Values)
		}
	case Button:
		if value != "" {
			want = "no value: it is a button"
		}
	case String:
		if strings.ContainsAny(value, "\r\n\x00") {
			want = "one line"
		}
	}
	if want == "" {
		return nil
	}
	return fmt.Errorf("option %s=%.60q (expected %s)", d.Name, value, want)
}

// maxListed is the number of options that an error lists.
const maxListed = 30

// FindDeclared returns the option of the name, whose case does not matter. The error
// lists those that there are.
func FindDeclared(all []Declared, name string) (*Declared, error) {
	names := make([]string, len(all))
	for i := range all {
		if strings.EqualFold(all[i].Name, name) {
			return &all[i], nil
		}
		names[i] = all[i].Name
	}
	return nil, fmt.Errorf("unknown option %.60q (expected one of %s%s)", name, cmp.Or(text.JoinMost(names, maxListed), "none"), text.DidYouMean(name, names))
}

// SetCommand returns the command that sets an option.
func (d *Declared) SetCommand(value string) string {
	switch {
	case d.Kind == Button:
		return "setoption name " + d.Name
	case d.Kind == String && value == "":
		value = EmptyValue
	}
	return "setoption name " + d.Name + " value " + value
}
