package imported

import (
	"errors"
	"fmt"
	"io"
	"math"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/zugwatch/zugwatch/engine"
	"github.com/zugwatch/zugwatch/engine/chess"
	"github.com/zugwatch/zugwatch/engine/game"
	"github.com/zugwatch/zugwatch/epd"
	"github.com/zugwatch/zugwatch/epd/pgn"
)

// winning is the least value of a won position, in centipawns for the side to move.
const winning engine.Score = 200

// evaluation is the evaluation in a comment of the position after a move.
type evaluation struct {
	score engine.Score // from White's side
	known bool
}

// evaluationOf reads [%eval 0.17], [%eval #-3] or, with a depth, [%eval 0.17,20]. A
// comment without one is not known.
func evaluationOf(comment string) (e evaluation, err error) {
	_, rest, found := strings.Cut(comment, "[%eval")
	if !found {
		return e, nil
	}
	text, _, closed := strings.Cut(rest, "]")
	text, _, _ = strings.Cut(strings.TrimSpace(text), ",")
	wrong := &fieldError{what: fmt.Sprintf("evaluation is %.40q", text), want: "pawns such as 0.17, or a mate such as #-3"}
	if !closed {
		return e, wrong
	}
	if strings.HasPrefix(text, "#") {
		if e.score, err = engine.ParseScore(text); err != nil {
			return e, wrong
		}
		return evaluation{e.score, true}, nil
	}
	pawns, err := strconv.ParseFloat(text, 64)
	if err != nil || !(math.Abs(pawns)*100 < float64(engine.MateBound)) {
		return e, wrong
	}
	return evaluation{engine.Score(math.Round(100 * pawns)), true}, nil
}

// games reads the games of a file.
type games struct {
	scanner *pgn.Scanner
	file    string
	name    string // of the positions
}

func newGames(r io.Reader, file string) *games {
	base := filepath.Base(file)
	name := strings.TrimSuffix(base, filepath.Ext(base))
	if !isID(name) {
		name = "pgn"
	}
	return &games{scanner: pgn.NewScanner(r, file, 0), file: file, name: name}
}

// each hands the candidates of every game to take. A game with something that cannot be
// read counts as damaged and has none.
func (g *games) each(o *Options, c *Counts, take func(*epd.Record) error, damaged func(error) error) error {
	for g.scanner.Scan() {
		c.Read++
		var err error
		if problem := g.scanner.Problem(); problem != nil {
			err = problem
		}
		var records []*epd.Record
		if err == nil {
			records, err = g.candidates(o)
		}
		if err != nil {
			if err := damaged(err); err != nil {
				return err
			}
			continue
		}
		for _, r := range records {
			if err := take(r); err != nil {
				return err
			}
		}
	}
	if err := g.scanner.Err(); err != nil {
		return fmt.Errorf("%s: %w", g.file, err)
	}
	if c.Read == 0 {
		return &epd.SyntaxError{File: g.file, Line: 1, Col: 1, What: "file holds no game", Want: "PGN"}
	}
	return nil
}

// candidates returns the positions of the present game in which the mover answered a mistake well.
func (g *games) candidates(o *Options) (all []*epd.Record, err error) {
	game := g.scanner.Game()
	p := game.Start
	var before, mistake evaluation // before the opponent's last move, and after it
	for i := range game.Plies {
		ply := &game.Plies[i]
		after, err := evaluationOf(ply.Comment)
		if bad, ok := errors.AsType[*fieldError](err); ok {
			return nil, &epd.SyntaxError{File: g.file, Line: ply.Line, Col: ply.Col, What: "comment of the move: " + bad.what, Want: bad.want}
		}
		next := p.After(ply.Move)
		if isMate(&next) && !after.known { // the comments have no evaluation of a finished game
			after = evaluation{engine.MateScore, true}
			if next.Side() == chess.White {
				after.score = -engine.MateScore
			}
		}
		s := swing{before, mistake, after, p.Side()}
		if s.isCandidate(o) {
			all = append(all, s.record(p, ply.Move, fmt.Sprintf("%s.%d.%d", g.name, game.Number, i+1)))
		}
		before, mistake = mistake, after
		p = next
	}
	return all, nil
}

// swing is the evaluations around a move of a side.
type swing struct {
	before  evaluation // before the opponent's move
	mistake evaluation // after it
	after   evaluation // after the move of the side
	side    chess.Color
}

// of returns an evaluation from the view of the side.
func (s *swing) of(e evaluation) engine.Score {
	if s.side == chess.Black {
		return -e.score
	}
	return e.score
}

// isCandidate reports whether the opponent's mistake gave away a new win, and the answer kept it. Any mate keeps a
// mate, whatever its length.
func (s *swing) isCandidate(o *Options) bool {
	if !s.before.known || !s.mistake.known || !s.after.known {
		return false
	}
	before, now, after := s.of(s.before), s.of(s.mistake), s.of(s.after)
	if before >= winning || now < winning || now-before < o.Swing {
		return false
	}
	return after >= engine.MateBound || after >= now-o.Within
}

// record asks for the move that was played.
func (s *swing) record(p chess.Position, m chess.Move, id string) *epd.Record {
	r := &epd.Record{ID: id, Position: game.FromChess(p), Best: game.FromChessMoves(m)}
	r.Set("c0", fmt.Sprintf(`"candidate; %s before the mistake, %s after it, %s after the move"`, s.of(s.before), s.of(s.mistake), s.of(s.after)))
	return r
}
