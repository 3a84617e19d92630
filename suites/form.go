package suites

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/zugwatch/zugwatch/engine/chess"
)

// A form of a position asks an engine the same in another way: with the sides or the
// wings exchanged. The rules of chess do not see the difference. The order in which an
// engine looks at moves does, so that each form is another draw of what it finds under
// a limit. The names stand behind the key of the record and a slash.
var forms = [...]struct {
	name     string
	symmetry chess.Symmetry
}{
	{"", 0},
	{"flip", chess.FlipColors},
	{"mirror", chess.MirrorFiles},
	{"turn", chess.FlipColors | chess.MirrorFiles},
}

// MaxForms is the largest number of forms of a position.
const MaxForms = len(forms)

// Forms asks each position in up to n forms: as it stands, with the colors flipped,
// with the wings mirrored, and turned, which is both. The last two are left out where
// somebody may castle. The forms of a position follow each other. The key of one that
// is not the position as it stands ends in a slash and its name: "WAC.001/flip".
func (s *Suite) Forms(n int) (*Suite, error) {
	if n < 1 || n > MaxForms {
		return nil, fmt.Errorf("suite %s: forms %d (expected a number from 1 to %d)", s.Name, n, MaxForms)
	}
	if n == 1 {
		return s, nil
	}
	all := *s
	all.Records, all.InForms = nil, n
	for i := range s.Records {
		r := &s.Records[i]
		key := r.Key()
		if position, form := FormOf(key); form != "" {
			return nil, fmt.Errorf("suite %s: %s is named like a form of %s (expected another id)", s.Name, strconv.Quote(key), strconv.Quote(position))
		}
		all.Records = append(all.Records, *r)
		for _, form := range forms[1:n] {
			if !form.symmetry.Holds(&r.Position) {
				continue
			}
			image, err := r.Image(form.symmetry)
			if err != nil {
				return nil, fmt.Errorf("suite %s: %w", s.Name, err)
			}
			image.ID, image.Line = key+"/"+form.name, r.Line
			all.Records = append(all.Records, *image)
		}
	}
	return &all, all.seal()
}

// FormOf splits the key of a record of a suite in several forms into that of the
// position and the name of the form, which is empty for the position as it stands.
func FormOf(key string) (position, form string) {
	for _, f := range forms[1:] {
		if position, found := strings.CutSuffix(key, "/"+f.name); found {
			return position, f.name
		}
	}
	return key, ""
}
