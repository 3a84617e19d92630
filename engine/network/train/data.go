package train

import (
	"crypto/sha256"
	"encoding/hex"
	"hash"
	"math"

	"github.com/zugwatch/zugwatch/engine/chess"
	"github.com/zugwatch/zugwatch/engine/network"
	"github.com/zugwatch/zugwatch/engine/tune"
)

// Data is the positions to learn from, in memory, 32 bytes each. Adding to it is
// not safe for concurrent use, reading is.
type Data struct {
	pages   [][]tune.Record // of pageSize, except the last
	values  [][]int16       // of the base, in centipawns for the side to move; nil: there is none
	base    *Base
	digest  hash.Hash
	sources []tune.Source
}

// Base is an evaluation that a network corrects: their values are added.
type Base struct {
	Digest string                                     // as network.Network has it
	Value  func(p *chess.Position) (centipawns int32) // for the side to move
}

// pageSize is the number of records per page. Paging avoids copies when a data set grows.
const (
	pageBits = 16
	pageSize = 1 << pageBits
)

// NewData makes an empty set for a network that corrects base; nil: one that evaluates
// alone.
func NewData(base *Base) *Data { return &Data{base: base, digest: sha256.New()} }

// Add adds a position, which must have passed Record.Check.
func (d *Data) Add(r *tune.Record) error {
	if d.Len()%pageSize == 0 {
		d.pages = append(d.pages, make([]tune.Record, 0, pageSize))
		d.values = append(d.values, nil)
	}
	if d.base != nil {
		s, err := r.Sample()
		if err != nil {
			return err
		}
		values := &d.values[len(d.values)-1]
		*values = append(*values, int16(min(max(d.base.Value(&s.Position), -math.MaxInt16), math.MaxInt16)))
	}
	last := &d.pages[len(d.pages)-1]
	*last = append(*last, *r)
	d.digest.Write(r[:])
	return nil
}

// AddSources says where positions come from.
func (d *Data) AddSources(sources ...tune.Source) { d.sources = append(d.sources, sources...) }

// Len returns the number of positions.
func (d *Data) Len() int {
	if len(d.pages) == 0 {
		return 0
	}
	return (len(d.pages)-1)*pageSize + len(d.pages[len(d.pages)-1])
}

// Digest names the positions and their order.
func (d *Data) Digest() string { return hex.EncodeToString(d.digest.Sum(nil)) }

// at returns a position.
func (d *Data) at(i int32) *tune.Record { return &d.pages[i>>pageBits][i&(pageSize-1)] }

// baseAt returns the value of the base for a position, as an output; 0 without one.
func (d *Data) baseAt(i int32) float32 {
	if d.base == nil {
		return 0
	}
	return float32(d.values[i>>pageBits][i&(pageSize-1)]) / network.Centipawns
}

// baseDigest returns the digest of the base, "" without one.
func (d *Data) baseDigest() string {
	if d.base == nil {
		return ""
	}
	return d.base.Digest
}

// Positions of one game stand together and resemble each other. They are held back in blocks of many games, or as
// many as a small set has room for.
const (
	maxBlock   = 1024
	blockParts = 64
)

// split divides the positions into those to learn from and validation positions, which come from everywhere in the
// set.
func (d *Data) split(held float64) (training, validation []int32) {
	block := min(max(d.Len()/blockParts, 1), maxBlock)
	for i := range d.Len() {
		b := float64(i / block)
		if int((b+1)*held) > int(b*held) {
			validation = append(validation, int32(i))
		} else {
			training = append(training, int32(i))
		}
	}
	return training, validation
}
