package farm

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/nats-io/nkeys"

	"github.com/zugwatch/zugwatch/bench/engines"
	"github.com/zugwatch/zugwatch/bench/failure"
	"github.com/zugwatch/zugwatch/engine/must"
)

// seedOf writes the seed of a new key of a kind into a file.
func seedOf(t *testing.T, create func() (nkeys.KeyPair, error)) string {
	t.Helper()
	seed := must.Get(must.Get(create())(t).Seed())(t)
	path := filepath.Join(t.TempDir(), "seed")
	must.Do(t, os.WriteFile(path, seed, 0o600))
	return path
}

// signer returns somebody with a new key.
func signer(t *testing.T) *Signer {
	t.Helper()
	return must.Get(NewSigner(seedOf(t, nkeys.CreateAccount)))(t)
}

// signed returns a program that somebody has signed.
func signed(t *testing.T, s *Signer, content string) *SignedProgram {
	t.Helper()
	path := filepath.Join(t.TempDir(), "program")
	must.Do(t, os.WriteFile(path, []byte(content), 0o700))
	return must.Get(s.Sign(engines.Program{Name: "mine"}, path))(t)
}

// TestSigner: programs are signed by keys that never log in, and a seed that is taken for
// a public key is not printed.
func TestSigner(t *testing.T) {
	path := seedOf(t, nkeys.CreateUser)
	if _, err := NewSigner(path); failure.Of(err) != failure.Input || !strings.Contains(err.Error(), "is not that of an account of NATS") {
		t.Errorf("the key of a user: %v", err)
	}
	if _, err := NewSigner(path + "x"); failure.Of(err) != failure.Input {
		t.Errorf("no file: %v", err)
	}
	s := signer(t)
	if err := CheckTrusted(s.public); err != nil {
		t.Error(err)
	}
	seed := must.Get(s.pair.Seed())(t)
	public := must.Get(must.Get(nkeys.CreateUser())(t).PublicKey())(t)
	for _, key := range []string{string(seed), public, ""} {
		if err := CheckTrusted(key); failure.Of(err) != failure.Input || key != "" && strings.Contains(err.Error(), key) {
			t.Errorf("%.2s…: %v", key, err)
		}
	}
	large := filepath.Join(t.TempDir(), "large")
	must.Do(t, os.WriteFile(large, nil, 0o700))
	must.Do(t, os.Truncate(large, maxProgram+1))
	if _, err := s.Sign(engines.Program{Name: "mine"}, large); failure.Of(err) != failure.Input || !strings.Contains(err.Error(), "larger than 128 MiB") {
		t.Errorf("a large program: %v", err)
	}
}

// TestOpenProgram: a program is run as a trusted key has signed it, and no other.
func TestOpenProgram(t *testing.T) {
	own, other := signer(t), signer(t)
	trusted := []string{own.public}
	restated := func(change func(p *Program)) func(s *SignedProgram) {
		return func(s *SignedProgram) {
			var p Program
			must.Do(t, json.Unmarshal(s.Statement, &p))
			change(&p)
			s.Statement = must.Get(json.Marshal(p))(t)
			s.Signature = must.Get(own.pair.Sign(append([]byte(programPurpose), s.Statement...)))(t)
		}
	}
	for _, test := range []struct {
		name   string
		change func(s *SignedProgram)
		want   string
	}{
		{"signed", func(*SignedProgram) {}, ""},
		{"signed again", restated(func(*Program) {}), ""},
		{"unsigned", func(s *SignedProgram) { s.Signature = nil }, "program is not signed by key " + own.public},
		{"nobody", func(s *SignedProgram) { s.Key = "" }, `program is signed by key "", which this worker does not trust`},
		{"by another", func(s *SignedProgram) { *s = *signed(t, other, "x") }, `program is signed by key "` + other.public + `", which this worker does not trust`},
		{"by another in the name of a trusted one", func(s *SignedProgram) {
			s.Signature = signed(t, other, "program").Signature
		}, "program is not signed by key " + own.public},
		{"another argument", func(s *SignedProgram) {
			s.Statement = bytes.Replace(s.Statement, []byte(`"Args":null`), []byte(`"Args":["x"]`), 1)
		}, "program is not signed by key " + own.public},
		{"for another purpose", func(s *SignedProgram) {
			s.Signature = must.Get(own.pair.Sign(s.Statement))(t)
		}, "program is not signed by key " + own.public},
		{"too large", restated(func(p *Program) { p.Size = maxProgram + 1 }), `program "mine" has 134217729 bytes (expected at most 128 MiB)`},
		{"empty", restated(func(p *Program) { p.Size = 0 }), `program "mine" has 0 bytes`},
		{"of another system", restated(func(p *Program) { p.System = "plan9/386" }), `program "mine" is for "plan9/386" (this worker: ` + system + ")"},
		{"a path", restated(func(p *Program) { p.Digest = "../" + p.Digest }), `program "mine" has no digest`},
		{"another spelling", restated(func(p *Program) { p.Digest = strings.ToUpper(p.Digest) }), `program "mine" has no digest`},
		{"short", restated(func(p *Program) { p.Digest = p.Digest[2:] }), `program "mine" has no digest`},
	} {
		t.Run(test.name, func(t *testing.T) {
			sent := signed(t, own, "program")
			test.change(sent)
			p, err := sent.Open(trusted)
			if test.want == "" {
				if err != nil || p.Name != "mine" || p.Size != 7 {
					t.Errorf("got %+v, %v", p, err)
				}
			} else if err == nil || !strings.HasPrefix(err.Error(), test.want) {
				t.Errorf("got  %v\nwant %s", err, test.want)
			}
		})
	}
}

// TestCopyProgram: a copy that differs from the program is refused, and of a longer one at
// most one byte more is read.
func TestCopyProgram(t *testing.T) {
	own := signer(t)
	p := must.Get(signed(t, own, "program").Open([]string{own.public}))(t)
	for content, good := range map[string]bool{"program": true, "another": false, "progra": false, "program and more": false, "": false} {
		var copied bytes.Buffer
		if err := p.Copy(&copied, strings.NewReader(content)); (err == nil) != good || copied.Len() > 8 {
			t.Errorf("%q: %d bytes, %v", content, copied.Len(), err)
		}
	}
}
