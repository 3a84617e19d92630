package worker

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/nats-io/nkeys"

	"github.com/zugwatch/zugwatch/bench/engines"
	"github.com/zugwatch/zugwatch/bench/farm"
	"github.com/zugwatch/zugwatch/engine/game"
	"github.com/zugwatch/zugwatch/engine/must"
)

// sender signs programs and is where they are fetched.
type sender struct {
	*farm.Signer
	public  string
	fetched atomic.Int32
	content map[string]string // by digest
}

func newSender(t *testing.T) *sender {
	t.Helper()
	pair := must.Get(nkeys.CreateAccount())(t)
	path := filepath.Join(t.TempDir(), "seed")
	must.Do(t, os.WriteFile(path, must.Get(pair.Seed())(t), 0o600))
	return &sender{
		Signer: must.Get(farm.NewSigner(path))(t),
		public: must.Get(pair.PublicKey())(t), content: make(map[string]string),
	}
}

// send signs a program with a content.
func (s *sender) send(t *testing.T, content string) (*farm.SignedProgram, *farm.Program) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "program")
	must.Do(t, os.WriteFile(path, []byte(content), 0o600))
	signed := must.Get(s.Sign(engines.Program{Name: "mine"}, path))(t)
	p := must.Get(signed.Open([]string{s.public}))(t)
	s.content[p.Digest] = content
	return signed, p
}

// store returns one that trusts the sender, with a folder.
func (s *sender) store(t *testing.T, folder string) *ProgramStore {
	t.Helper()
	d := must.Get(NewProgramStore([]string{s.public}, folder, t.Logf))(t)
	d.Fetch = func(_ context.Context, p *farm.Program, to io.Writer) error {
		s.fetched.Add(1)
		_, err := io.WriteString(to, s.content[p.Digest])
		return err
	}
	t.Cleanup(func() {
		if err := d.Close(); err != nil {
			t.Error(err)
		}
		if _, err := os.Stat(d.running); !errors.Is(err, os.ErrNotExist) {
			t.Errorf("copies stay: %v", err)
		}
	})
	return d
}

// expect takes a program and holds the copy against what was sent.
func (d *ProgramStore) expect(t *testing.T, sent *farm.SignedProgram, want string) {
	t.Helper()
	_, copied, err := d.take(t.Context(), sent)
	if err != nil {
		t.Error(err)
		return
	}
	got, err := os.ReadFile(copied)
	if err != nil || string(got) != want {
		t.Errorf("got %q, %v", got, err)
	}
	if state, err := os.Stat(copied); err != nil || state.Mode().Perm() != 0o700 {
		t.Errorf("copy is %v, %v", state, err)
	}
}

// TestProgramStore: a program is fetched once, kept in a private folder, also for another worker,
// and fetched again where what is kept was damaged.
func TestProgramStore(t *testing.T) {
	s := newSender(t)
	folder := filepath.Join(t.TempDir(), "programs")
	d := s.store(t, folder)
	sent, p := s.send(t, "program")
	for _, d := range []*ProgramStore{d, d, s.store(t, folder)} {
		d.expect(t, sent, "program")
	}
	if n := s.fetched.Load(); n != 1 {
		t.Errorf("fetched %d times", n)
	}
	if state, err := os.Stat(folder); err != nil || state.Mode().Perm() != 0o700 {
		t.Errorf("folder is %v, %v", state, err)
	}
	must.Do(t, os.WriteFile(filepath.Join(folder, p.Digest), []byte("damaged"), 0o600))
	d.expect(t, sent, "program")
	d.expect(t, sent, "program")
	if n := s.fetched.Load(); n != 2 {
		t.Errorf("fetched %d times", n)
	}
}

// TestProgramStoreRefuses: a program without a trusted signature is not fetched, and one with
// another digest is neither run nor kept.
func TestProgramStoreRefuses(t *testing.T) {
	s, other := newSender(t), newSender(t)
	d := s.store(t, t.TempDir())
	sent, p := s.send(t, "program")
	s.content[p.Digest] = "another"
	if _, _, err := d.take(t.Context(), sent); err == nil || !strings.Contains(err.Error(), `program "mine" has 7 bytes or more that are not those that were signed`) {
		t.Errorf("another program: %v", err)
	}
	endless := s.store(t, t.TempDir())
	ended := make(chan error)
	endless.Fetch = func(_ context.Context, _ *farm.Program, to io.Writer) error {
		for {
			if _, err := to.Write([]byte("program")); err != nil {
				ended <- err
				return err
			}
		}
	}
	if _, _, err := endless.take(t.Context(), sent); err == nil || !strings.Contains(err.Error(), "has 8 bytes or more") {
		t.Errorf("an endless program: %v", err)
	}
	<-ended
	broken := s.store(t, t.TempDir())
	lost := errors.New("lost")
	broken.Fetch = func(context.Context, *farm.Program, io.Writer) error { return lost }
	if _, _, err := broken.take(t.Context(), sent); !errors.Is(err, lost) {
		t.Errorf("a program that cannot be fetched: %v", err)
	}
	for _, d := range []*ProgramStore{d, endless, broken} {
		for _, folder := range []string{d.folder, d.running} {
			if left, err := os.ReadDir(folder); err != nil || len(left) > 0 {
				t.Errorf("left is %v, %v", left, err)
			}
		}
	}
	foreign, _ := other.send(t, "program")
	if _, _, err := d.take(t.Context(), foreign); err == nil || !strings.Contains(err.Error(), "which this worker does not trust") {
		t.Errorf("a program of another: %v", err)
	}
	if n := s.fetched.Load(); n != 1 {
		t.Errorf("fetched %d times", n)
	}
	if _, err := (&Machine{}).findEngine(t.Context(), &preparation{}, farm.Engine{Program: sent}); !errors.Is(err, errNoTrust) {
		t.Errorf("without a store: %v", err)
	}
	if _, err := NewProgramStore([]string{"U"}, t.TempDir(), t.Logf); err == nil {
		t.Error("a key that is none is trusted")
	}
}

// TestProgramStorePrune: the programs that were not used for longest go, and nothing that is not the
// store's.
func TestProgramStorePrune(t *testing.T) {
	s := newSender(t)
	d := s.store(t, t.TempDir())
	d.most = 20
	var sent []*farm.SignedProgram
	var digests []string
	for i := range 4 {
		signed, p := s.send(t, fmt.Sprintf("program %d", i))
		sent, digests = append(sent, signed), append(digests, p.Digest)
	}
	long := time.Now().Add(-2 * leftoverAge)
	foreign := []string{"letter", ".profile"}
	for _, name := range append(foreign, "."+digests[0]+".ABC.tmp") {
		path := filepath.Join(d.folder, name)
		must.Do(t, errors.Join(os.WriteFile(path, make([]byte, 100), 0o600), os.Chtimes(path, long, long)))
	}
	fresh := "." + digests[1] + ".ABC.tmp"
	must.Do(t, os.WriteFile(filepath.Join(d.folder, fresh), nil, 0o600))
	age := func(digest string) {
		must.Do(t, os.Chtimes(filepath.Join(d.folder, digest), long, long))
	}
	d.expect(t, sent[0], "program 0")
	d.expect(t, sent[1], "program 1")
	age(digests[0])
	age(digests[1])
	d.expect(t, sent[0], "program 0") // which is used again
	d.expect(t, sent[2], "program 2")
	want := slices.Sorted(slices.Values(append(foreign, fresh, digests[0], digests[2])))
	left := must.Get(os.ReadDir(d.folder))(t)
	var names []string
	for _, entry := range left {
		names = append(names, entry.Name())
	}
	if !slices.Equal(names, want) {
		t.Errorf("left is %v\nwant %v", names, want)
	}
	d.most = 1
	d.expect(t, sent[3], "program 3")
	if _, err := os.Stat(filepath.Join(d.folder, digests[3])); err != nil {
		t.Errorf("the last one is not kept: %v", err)
	}
}

// TestProgramStoreShared: workers with one folder that fetch a program at once have it all.
func TestProgramStoreShared(t *testing.T) {
	s := newSender(t)
	folder, content := t.TempDir(), strings.Repeat("program", 100_000)
	sent, _ := s.send(t, content)
	depots := []*ProgramStore{s.store(t, folder), s.store(t, folder)}
	var meeting, taking sync.WaitGroup
	meeting.Add(len(depots))
	for _, d := range depots {
		fetch := d.Fetch
		d.Fetch = func(ctx context.Context, p *farm.Program, to io.Writer) error {
			meeting.Done()
			meeting.Wait()
			return fetch(ctx, p, to)
		}
		taking.Go(func() { d.expect(t, sent, content) })
	}
	taking.Wait()
	depots[0].expect(t, sent, content)
	if n := s.fetched.Load(); n != 2 {
		t.Errorf("fetched %d times", n)
	}
}

// TestProgramStoreCopies: the copy of a program goes with its job.
func TestProgramStoreCopies(t *testing.T) {
	s := newSender(t)
	d := s.store(t, t.TempDir())
	sent, _ := s.send(t, "program")
	shop := Machine{Programs: d}
	job := &farm.Job{Suite: &farm.SuiteJob{Engine: farm.Engine{Program: sent}, Limits: "depth=1"}, References: []farm.Reference{{Position: game.Chess.Start().String(), Depth: 1}}}
	if _, err := shop.Prepare(t.Context(), job); err == nil {
		t.Error("a program that is none is an engine")
	}
	if left, err := os.ReadDir(d.running); err != nil || len(left) > 0 {
		t.Errorf("left is %v, %v", left, err)
	}
}
