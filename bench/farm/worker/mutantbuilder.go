package worker

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"sync"

	"github.com/zugwatch/zugwatch/bench/engines"
	"github.com/zugwatch/zugwatch/bench/mutant"
)

// MutantBuilder builds mutants of the built-in engine from a checkout of Zugwatch, by the corpus of
// this program. A program stays until another mutant is asked for and nobody uses it, so that
// the suites of a measurement have it built once. It is safe for concurrent use.
type MutantBuilder struct {
	source string // root of the checkout, which is only read
	folder string // temporary
	tell   engines.Logf

	lock  sync.Mutex
	same  bool // the source was checked to be that of this engine
	casts map[string]*mutantBuild
}

// mutantBuild is the program of a mutant, with the number of its users.
type mutantBuild struct {
	program string
	users   int
}

// NewMutantBuilder makes a builder of mutants. The caller must call Close.
func NewMutantBuilder(source string, tell engines.Logf) (*MutantBuilder, error) {
	folder, err := os.MkdirTemp("", "zugwatch-")
	return &MutantBuilder{source: source, folder: folder, tell: tell, casts: make(map[string]*mutantBuild)}, err
}

// Close removes everything that was built.
func (f *MutantBuilder) Close() error { return os.RemoveAll(f.folder) }

// buildShared builds a mutant once for all its users. The caller has to call release.
func (f *MutantBuilder) buildShared(ctx context.Context, name string) (program string, release func(), err error) {
	f.lock.Lock()
	defer f.lock.Unlock()
	found := f.casts[name]
	if found == nil {
		if found, err = f.build(ctx, name); err != nil {
			return "", nil, err
		}
	}
	found.users++
	return found.program, func() {
		f.lock.Lock()
		defer f.lock.Unlock()
		found.users--
	}, nil
}

// build builds a mutant in place of unused ones. The lock is held.
func (f *MutantBuilder) build(ctx context.Context, name string) (*mutantBuild, error) {
	corpus, err := mutant.Corpus()
	if err != nil {
		return nil, err
	}
	i := slices.IndexFunc(corpus, func(m mutant.Mutant) bool { return m.Name == name && m.HasEdits() })
	if i < 0 {
		return nil, fmt.Errorf("no mutant of the corpus has the name %.60q", name)
	}
	for other, c := range f.casts {
		if c.users == 0 && os.Remove(c.program) == nil {
			delete(f.casts, other)
		}
	}
	if !f.same {
		f.tell("building %s to hold it against this program", f.source)
		if err := mutant.CheckSameSource(ctx, f.source, f.folder); err != nil {
			return nil, err
		}
		f.same = true
	}
	f.tell("building mutant %s", name)
	made := &mutantBuild{program: filepath.Join(f.folder, name)}
	if err := corpus[i].Build(ctx, f.source, made.program, f.folder); err != nil {
		return nil, err
	}
	f.casts[name] = made
	return made, nil
}

// errNoSource says what a worker lacks.
var errNoSource = errors.New("it is of a mutant that patches the source (expected --source with the folder of a checkout of Zugwatch)")
