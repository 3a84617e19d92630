package heuristic

import (
	"strconv"
	"strings"

	"github.com/zugwatch/zugwatch/engine/setting"
)

// Margins holds a margin in centipawns for each depth from 1. The first 0 ends the
// list; the rule is off from that depth on.
type Margins [10]int16

// At returns the margin at a depth in plies, and whether the rule is on there.
func (m *Margins) At(depth int) (margin int32, on bool) {
	if depth < 1 || depth > len(m) {
		return 0, false
	}
	margin = int32(m[depth-1])
	return margin, margin > 0
}

// marginsWant describes the text form of Margins in errors.
const marginsWant = "up to 10 margins from 1 to 9999 by depth such as 100/200/400, or off"

// String returns the margins separated by slashes, "off" without any.
func (m Margins) String() string {
	var words []string
	for _, margin := range m {
		if margin == 0 {
			break
		}
		words = append(words, strconv.Itoa(int(margin)))
	}
	if len(words) == 0 {
		return "off"
	}
	return strings.Join(words, "/")
}

// parseMargins parses the text form that String returns.
func parseMargins(text string) (m Margins, ok bool) {
	if text == "off" {
		return m, true
	}
	words := strings.Split(text, "/")
	if len(words) > len(m) {
		return m, false
	}
	for i, word := range words {
		n, err := strconv.Atoi(word)
		if err != nil || n < 1 || n > 9999 {
			return m, false
		}
		m[i] = int16(n)
	}
	return m, true
}

// MarginsKey returns the setting of that name for a field of type Margins.
func MarginsKey[P comparable](name string, field func(*P) *Margins) setting.Key[P] {
	return setting.Key[P]{
		Name: name, Want: marginsWant,
		Get: func(p *P) string { return field(p).String() },
		Set: func(p *P, text string) bool {
			m, ok := parseMargins(text)
			if ok {
				*field(p) = m
			}
			return ok
		},
	}
}
