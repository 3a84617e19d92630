package imported

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"

	"github.com/zugwatch/zugwatch/engine/random"
	"github.com/zugwatch/zugwatch/epd"
)

// sample holds the records that are chosen so far.
type sample interface {
	add(r *epd.Record) (duplicate bool, err error)
	// finish removes the chosen records that keeps rejects, and returns the number of the rest.
	finish(keeps func(*epd.Record) (bool, error)) (int, error)
	// each hands out what was chosen, in the order of the file.
	each(func(*epd.Record) error) error
	close() error
}

// reservoir draws a sample of any number of records with equal chances (Vitter, Random Sampling with a Reservoir,
// 1985, algorithm R). It stores only the sample, so a duplicate of a record outside of it is drawn as another record.
type reservoir struct {
	limit  int
	random *random.Source
	seen   int
	chosen []drawn
	keys   map[uint64]bool // of the positions chosen
}

// drawn is a record and its number among all.
type drawn struct {
	number int
	record epd.Record
}

func (s *reservoir) add(r *epd.Record) (duplicate bool, err error) {
	key := r.Position.Key()
	if s.keys[key] {
		return true, nil
	}
	next := drawn{s.seen, r.Clone()}
	if s.seen++; len(s.chosen) < s.limit {
		s.chosen = append(s.chosen, next)
		s.keys[key] = true
		return false, nil
	}
	if i := s.random.Below(s.seen); i < s.limit {
		delete(s.keys, s.chosen[i].record.Position.Key())
		s.chosen[i] = next
		s.keys[key] = true
	}
	return false, nil
}

func (s *reservoir) finish(keeps func(*epd.Record) (bool, error)) (int, error) {
	slices.SortFunc(s.chosen, func(a, b drawn) int { return cmp.Compare(a.number, b.number) })
	kept := s.chosen[:0]
	for i := range s.chosen {
		keep, err := keeps(&s.chosen[i].record)
		if err != nil {
			return 0, err
		}
		if keep {
			kept = append(kept, s.chosen[i])
		}
	}
	s.chosen = kept
	return len(kept), nil
}

func (s *reservoir) each(take func(*epd.Record) error) error {
	for i := range s.chosen {
		if err := take(&s.chosen[i].record); err != nil {
			return err
		}
	}
	return nil
}

func (s *reservoir) close() error { return nil }

// spool keeps all records, in a file that is gone in the end.
type spool struct {
	file    *os.File
	out     *epd.Writer
	keys    map[uint64]bool
	refused map[uint64]bool // keys of what does not stay
}

func newSpool() (*spool, error) {
	f, err := os.CreateTemp("", "zugwatch-import-*.epd")
	if err != nil {
		return nil, fmt.Errorf("import: %w", err)
	}
	return &spool{file: f, out: epd.NewWriter(f), keys: make(map[uint64]bool), refused: make(map[uint64]bool)}, nil
}

func (s *spool) add(r *epd.Record) (duplicate bool, err error) {
	key := r.Position.Key()
	if s.keys[key] {
		return true, nil
	}
	s.keys[key] = true
	return false, s.out.Write(r)
}

func (s *spool) finish(keeps func(*epd.Record) (bool, error)) (kept int, err error) {
	if err := s.out.Flush(); err != nil {
		return 0, err
	}
	err = s.each(func(r *epd.Record) error {
		keep, err := keeps(r)
		if keep {
			kept++
		} else {
			s.refused[r.Position.Key()] = true
		}
		return err
	})
	return kept, err
}

func (s *spool) each(take func(*epd.Record) error) error {
	if _, err := s.file.Seek(0, io.SeekStart); err != nil {
		return fmt.Errorf("import: %w", err)
	}
	lines := epd.NewScanner(s.file, s.file.Name())
	for lines.Scan() {
		if problem := lines.Problem(); problem != nil {
			return problem
		}
		if r := lines.Record(); !s.refused[r.Position.Key()] {
			if err := take(r); err != nil {
				return err
			}
		}
	}
	return lines.Err()
}

func (s *spool) close() error { return errors.Join(s.file.Close(), os.Remove(s.file.Name())) }
