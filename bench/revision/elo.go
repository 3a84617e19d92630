package revision

import (
	"cmp"
	"strconv"
	"strings"
)

// Elo is one result of games that a commit message reports.
type Elo struct {
	Elo         float64 `json:"elo"`
	Error       float64 `json:"error"`                  // half of the 95 % interval
	TimeControl string  `json:"time_control,omitempty"` // such as "8.0+0.08", "LTC" or "N=25000"; empty: the message names none
	Games       int     `json:"games,omitempty"`        // 0: the message does not say
}

// maxElo is the largest result taken for Elo: beyond it nothing is known.
const maxElo = 5000

var (
	eloLine     = pattern(`(?i)^[\s*>|-]*elo(?: diff(?:erence)?)?\s*[|:=]*\s*([-+]?\d+(?:\.\d+)?)\s*(?:\+-|\+/-|±)\s*(\d+(?:\.\d+)?)`)
	controlLine = pattern(`(?i)^[\s*>|-]*(?:sprt|conf|tc|time control|results of)\b[^\d]*.*?(\d+(?:\.\d+)?\+\d+(?:\.\d+)?|\bN=\d+)`)
	gamesLine   = pattern(`(?i)^[\s*>|-]*(?:games|total)\s*[|:=]*\s*(?:N\s*:\s*)?(\d{1,9})\b`)
	controlWord = pattern(`(?i)\b(V*LTC|STC)\b`)
)

// ReadElo returns the results of games in a message, in their order. A line begins with
// "Elo", such as "ELO | 2.10 +- 1.95 (95%)"; the time control and the number of games are
// those of the lines around it, up to an empty line or the next result. A heading "STC" or
// "LTC" names the time control where no line does. Lines of sequential tests, such as LLR,
// are ignored.
func ReadElo(message string) []Elo {
	var all []Elo
	var block eloBlock
	for line := range strings.Lines(message) {
		line = strings.TrimRight(line, " \t\r\n")
		if line == "" {
			all = block.end(all)
			continue
		}
		all = block.add(all, line)
	}
	return block.end(all)
}

// eloBlock is the lines of one result, as far as they are read.
type eloBlock struct {
	found   *Elo
	control string
	games   int
	heading string // the last heading, also of a block before
}

// add reads a line. A second result in the block ends the first.
func (b *eloBlock) add(all []Elo, line string) []Elo {
	switch {
	case eloLine().MatchString(line):
		if b.found != nil {
			all = b.end(all)
		}
		parts := eloLine().FindStringSubmatch(line)
		b.found = newElo(parts[1], parts[2])
	case controlLine().MatchString(line):
		b.control = controlLine().FindStringSubmatch(line)[1]
	case gamesLine().MatchString(line):
		b.games, _ = strconv.Atoi(gamesLine().FindStringSubmatch(line)[1])
	}
	if word := controlWord().FindString(line); word != "" && b.found == nil {
		b.heading = strings.ToUpper(word)
	}
	return all
}

// newElo reads the numbers of a line; nil where they mean nothing.
func newElo(elo, margin string) *Elo {
	value, err := strconv.ParseFloat(elo, 64)
	if err != nil || value < -maxElo || value > maxElo {
		return nil
	}
	half, err := strconv.ParseFloat(margin, 64)
	if err != nil || half > maxElo {
		return nil
	}
	return &Elo{Elo: value, Error: half}
}

// end adds the result of the block, if it has one.
func (b *eloBlock) end(all []Elo) []Elo {
	if b.found != nil {
		b.found.TimeControl, b.found.Games = cmp.Or(b.control, b.heading), b.games
		all = append(all, *b.found)
		b.heading = ""
	}
	b.found, b.control, b.games = nil, "", 0
	return all
}

// LongestElo returns the result at the longest time control, the last of several; nil
// without a result. Where a time control is not known, it is the last of all.
func LongestElo(all []Elo) *Elo {
	if len(all) == 0 {
		return nil
	}
	best := len(all) - 1
	longest := all[best].timeControlLength()
	for i := len(all) - 2; i >= 0; i-- {
		length := all[i].timeControlLength()
		if length == 0 || longest == 0 {
			return &all[len(all)-1]
		}
		if length > longest {
			best, longest = i, length
		}
	}
	return &all[best]
}

// timeControlLength orders time controls; 0 is not known.
func (e *Elo) timeControlLength() float64 {
	switch word := e.TimeControl; {
	case word == "STC":
		return 10
	case strings.HasSuffix(word, "LTC"):
		return 60 * float64(len(word)-2)
	case strings.Contains(word, "+"):
		base, _, _ := strings.Cut(word, "+")
		seconds, _ := strconv.ParseFloat(base, 64)
		return seconds
	}
	return 0
}
