package epd

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/zugwatch/zugwatch/engine/game"
)

// Image returns the record that asks of the image of the position what r asks of the position. It maps best moves,
// moves to avoid, mate, points, depths, counts and variations, and keeps the id. It drops plain text, such as
// comments without points and unknown opcodes, which may name moves. The error reports that y is no symmetry of the
// position, or that r cannot be written.
func (r *Record) Image(y game.Symmetry) (*Record, error) {
	if !y.Holds(r.Position) {
		return nil, fmt.Errorf("record %s: wings with rights to castle cannot change places", strconv.Quote(r.Key()))
	}
	image := Record{
		ID: r.ID, Position: y.Position(r.Position), Best: imagesOf(y, r.Best), Avoid: imagesOf(y, r.Avoid),
		MateIn: r.MateIn, HasMate: r.HasMate, Result: r.Result, Depth: r.Depth, Perft: r.Perft,
	}
	if r.Start != nil {
		image.Start, image.Moves = y.Position(r.Start), imagesOf(y, r.Moves)
	}
	if len(r.Points) > 0 {
		image.Set("c0", pointsText(image.Position, y, r.Points))
	}
	for _, op := range r.Ops {
		switch op.kind() {
		case kindVariation:
			image.Set(op.Code, variationText(y, r.Position, strings.Fields(op.Raw)))
		case kindUnsigned, kindSigned, kindFlag:
			image.Set(op.Code, op.Raw)
		case kindTyped, kindComment, kindText, kindUnknown:
		}
	}
	return image.Reparse()
}

func imagesOf(y game.Symmetry, moves []game.Move) []game.Move {
	var images []game.Move
	for _, m := range moves {
		images = append(images, y.Move(m))
	}
	return images
}

// pointsText returns the comment that grades the images of moves in the position p.
func pointsText(p game.Position, y game.Symmetry, points []Graded) string {
	items := make([]string, len(points))
	for i, g := range points {
		items[i] = p.Notation(y.Move(g.Move)) + "=" + strconv.Itoa(g.Points)
	}
	return strings.Join(items, ", ")
}

// variationText returns the image of moves that are played one after the other from p.
// From one that is not legal on they are left out.
func variationText(y game.Symmetry, p game.Position, words []string) string {
	var images []string
	for _, word := range words {
		m, err := p.ParseNotation(word)
		if err != nil {
			break
		}
		image := y.Position(p)
		images = append(images, image.Notation(y.Move(m)))
		p = p.After(m)
	}
	return strings.Join(images, " ")
}
