package engine

import (
	"fmt"
	"slices"
	"strings"
)

// ParseOption reads an assignment.
func ParseOption(text string) (Option, error) {
	name, value, found := strings.Cut(text, "=")
	if name = strings.TrimSpace(name); !found || name == "" {
		return Option{}, fmt.Errorf("option %q (expected NAME=VALUE)", text)
	}
	return Option{Name: name, Value: strings.TrimSpace(value)}, nil
}

// Override returns a list of options with others in place of those of the same name,
// or behind them.
func Override(options, others []Option) []Option {
	kept := slices.DeleteFunc(slices.Clone(options), func(o Option) bool {
		return slices.ContainsFunc(others, func(other Option) bool { return strings.EqualFold(o.Name, other.Name) })
	})
	return append(kept, others...)
}
