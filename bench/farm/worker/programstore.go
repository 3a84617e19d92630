package worker

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/zugwatch/zugwatch/bench/engines"
	"github.com/zugwatch/zugwatch/bench/farm"
	"github.com/zugwatch/zugwatch/bench/file"
)

// maxStore is the largest size of the programs that are kept, in bytes.
const maxStore = 1 << 30

// leftoverAge is the age from which on a half-written file is taken for that of a killed process.
const leftoverAge = time.Hour

// ProgramStore stores received programs by their digests and runs copies of its own. A stored program
// may vanish at any time, also by another worker with the same folder. The store is safe for
// concurrent use.
type ProgramStore struct {
	trusted []string // public keys
	folder  string   // of what is kept
	most    int64    // bytes in it
	running string   // folder of the copies, temporary
	tell    engines.Logf
	// Fetch writes what the store has of a program.
	Fetch func(ctx context.Context, p *farm.Program, to io.Writer) error
}

// NewProgramStore makes a store in a folder that accepts programs signed by the trusted keys. The caller must call
// Close.
func NewProgramStore(trusted []string, folder string, tell engines.Logf) (*ProgramStore, error) {
	for _, key := range trusted {
		if err := farm.CheckTrusted(key); err != nil {
			return nil, err
		}
	}
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return nil, err
	}
	running, err := os.MkdirTemp("", "zugwatch-")
	return &ProgramStore{trusted: trusted, folder: folder, most: maxStore, running: running, tell: tell}, err
}

// DefaultProgramStore returns the default folder of programs, in the cache folder of the user. It
// fails on a system without one.
func DefaultProgramStore() (string, error) {
	cache, err := os.UserCacheDir()
	return filepath.Join(cache, "zugwatch", "programs"), err
}

// Close removes the copies.
func (d *ProgramStore) Close() error { return os.RemoveAll(d.running) }

// errNoTrust says what a worker lacks.
var errNoTrust = errors.New("its engine is a program that is sent, and this worker takes none (expected --trust with the public key of who sends it)")

// take returns a copy of a program that was sent, if it may be run here. Who takes it removes it.
func (d *ProgramStore) take(ctx context.Context, sent *farm.SignedProgram) (*farm.Program, string, error) {
	p, err := sent.Open(d.trusted)
	if err != nil {
		return nil, "", err
	}
	path := filepath.Join(d.folder, p.Digest)
	if copied, err := d.copyKept(p, path); err == nil {
		return p, copied, nil
	}
	d.tell("fetching program %.60q of %d KiB, %.12s, signed by %s", p.Name, p.Size>>10, p.Digest, sent.Key)
	from, into := io.Pipe()
	go func() { into.CloseWithError(d.Fetch(ctx, p, into)) }()
	defer from.Close()
	copied, err := d.copy(p, from)
	if err != nil {
		return nil, "", err
	}
	if err := d.keep(p, copied, path); err != nil {
		d.tell("program %.60q is not kept: %v", p.Name, err)
	}
	return p, copied, nil
}

// copyKept copies a program that is kept.
func (d *ProgramStore) copyKept(p *farm.Program, path string) (string, error) {
	from, err := os.Open(path)
	if err != nil {
		return "", err
	}
	defer from.Close()
	now := time.Now()
	_ = os.Chtimes(path, now, now) // the newest are kept; what cannot be touched is only older
	return d.copy(p, from)
}

// copy makes a copy of a program that can be run.
func (d *ProgramStore) copy(p *farm.Program, from io.Reader) (string, error) {
	name := p.Digest[:12] + "-*"
	if runtime.GOOS == "windows" {
		name += ".exe"
	}
	to, err := os.CreateTemp(d.running, name)
	if err != nil {
		return "", err
	}
	if err := errors.Join(p.Copy(to, from), to.Close(), os.Chmod(to.Name(), 0o700)); err != nil {
		return "", errors.Join(err, os.Remove(to.Name()))
	}
	return to.Name(), nil
}

// keep puts a copy into the folder, in place of what is there.
func (d *ProgramStore) keep(p *farm.Program, copied, path string) error {
	from, err := os.Open(copied)
	if err != nil {
		return err
	}
	defer from.Close()
	if err := (file.Disk{}).Replace(path, func(to io.Writer) error { return p.Copy(to, from) }); err != nil {
		return err
	}
	return d.prune(p.Digest)
}

// storedName is the name of a program that is kept, or of a file that becomes one.
var storedName = regexp.MustCompile(`^[0-9a-f]{64}$|^\.[0-9a-f]{64}\.`)

// prune removes the oldest programs beyond the size limit, except the program but, and old
// temporary files.
func (d *ProgramStore) prune(but string) error {
	entries, err := os.ReadDir(d.folder)
	if err != nil {
		return err
	}
	var all []fs.FileInfo
	total := int64(0)
	for _, entry := range entries {
		state, err := entry.Info()
		if err != nil || !storedName.MatchString(entry.Name()) {
			continue // another worker has removed it, or it is none of these
		}
		all = append(all, state)
		total += state.Size()
	}
	slices.SortFunc(all, func(a, b fs.FileInfo) int { return a.ModTime().Compare(b.ModTime()) })
	for _, old := range all {
		goes := total > d.most && old.Name() != but
		if strings.HasPrefix(old.Name(), ".") {
			goes = time.Since(old.ModTime()) > leftoverAge
		}
		if !goes {
			continue
		}
		if err := os.Remove(filepath.Join(d.folder, old.Name())); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
		total -= old.Size()
	}
	return nil
}
