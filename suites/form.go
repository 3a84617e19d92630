package suites

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/zugwatch/zugwatch/engine/game"
	"github.com/zugwatch/zugwatch/epd"
)

// A form of a position asks the same question in another way. It exchanges the sides or the wings, or it follows a
// search of another position. The rules of the game do not see the difference, but it changes the order in which an
// engine tries moves. So each form is another sample of what the engine finds under a limit. The name of the form
// follows the key of the record and a slash. From the second round on it has the number of the round: see Prelude.
var symmetries = [...]struct {
	name     string
	symmetry game.Symmetry
}{
	{"", 0},
	{"flip", game.FlipColors},
	{"mirror", game.MirrorFiles},
	{"turn", game.FlipColors | game.MirrorFiles},
}

// Symmetries is the number of forms in a round if all symmetries hold.
const Symmetries = len(symmetries)

// MaxForms is the largest number of forms of a position.
const MaxForms = 32

// Forms asks each position in n forms, which follow each other. A round of forms is the original position, then the
// colors flipped, the wings mirrored, and both. Rounds leave out the last two where a side may castle, which does not
// happen in shogi. The rounds after the first have a Prelude. Keys of all forms except the original end in a slash
// and the form's name: "WAC.001/flip", "WAC.001/2", "WAC.001/flip2".
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
		forms, err := formsOf(r, n)
		if err != nil {
			return nil, fmt.Errorf("suite %s: %w", s.Name, err)
		}
		all.Records = append(all.Records, forms...)
	}
	return &all, all.seal()
}

// FormsBetween returns the forms from number first+1 to last, at least 2, of each position of a suite in several
// forms: FormsBetween(0, 4) of eight forms is Forms(4).
func (s *Suite) FormsBetween(first, last int) (*Suite, error) {
	part := *s
	part.Records, part.InForms = nil, last
	places, place := s.places(), 0
	for i := range s.Records {
		if i == 0 || places[i] != places[i-1] {
			place = 0
		}
		if place++; place > first && place <= last {
			part.Records = append(part.Records, s.Records[i])
		}
	}
	return &part, part.seal()
}

// formsOf returns the first n forms of a record.
func formsOf(r *epd.Record, n int) ([]epd.Record, error) {
	key, forms := r.Key(), []epd.Record{*r}
	for round := 1; len(forms) < n; round++ {
		for _, form := range symmetries {
			if round == 1 && form.name == "" || !form.symmetry.Holds(r.Position) || len(forms) == n {
				continue
			}
			image := r
			if form.symmetry != 0 {
				var err error
				if image, err = r.Image(form.symmetry); err != nil {
					return nil, err
				}
			}
			copied := image.Clone()
			copied.ID, copied.Line = formKey(key, form.name, round), r.Line
			forms = append(forms, copied)
		}
	}
	return forms, nil
}

// formKey returns the key of the form of a position under a symmetry in a round.
func formKey(position, symmetry string, round int) string {
	switch {
	case round > 1:
		return position + "/" + symmetry + strconv.Itoa(round)
	case symmetry != "":
		return position + "/" + symmetry
	}
	return position
}

// FormOf splits the key of a record of a suite in several forms into the key of the position and the name of the
// form. The name is empty for the original.
func FormOf(key string) (position, form string) {
	position, form, _ = splitForm(key)
	return position, form
}

// SymmetryOf returns the name of the symmetry of a form, which is the same in all rounds: "flip"
// for the form "flip2". It is empty where there is none.
func SymmetryOf(form string) string { return strings.TrimRight(form, "0123456789") }

// ExchangesColors reports whether a symmetry, as SymmetryOf names it, exchanges the colors.
func ExchangesColors(symmetry string) bool {
	for _, s := range symmetries {
		if s.name == symmetry {
			return s.symmetry&game.FlipColors != 0
		}
	}
	return false
}

// FormKeyUnder returns the key of the form of the same position and round under another symmetry, which
// the suite need not have.
func FormKeyUnder(key, symmetry string) string {
	position, _, round := splitForm(key)
	return formKey(position, symmetry, round)
}

// FormKeyBefore returns the key of the form of the same position and symmetry in the round before, which the suite need
// not have. It is empty in the first round.
func FormKeyBefore(key string) string {
	position, form, round := splitForm(key)
	if round == 1 {
		return ""
	}
	return formKey(position, SymmetryOf(form), round-1)
}

// splitForm is FormOf, and the round of the form, from 1.
func splitForm(key string) (position, form string, round int) {
	at := strings.LastIndexByte(key, '/')
	if at < 0 {
		return key, "", 1
	}
	position, form = key[:at], key[at+1:]
	for _, s := range symmetries {
		number, found := strings.CutPrefix(form, s.name)
		switch {
		case !found:
			continue
		case number == "" && s.name != "":
			return position, form, 1
		case number == "" || number[0] < '1' || number[0] > '9': // Atoi would allocate an error
			continue
		}
		if n, err := strconv.Atoi(number); err == nil && n > 1 && n <= maxRounds && strconv.Itoa(n) == number {
			return position, form, n
		}
	}
	return key, "", 1
}
