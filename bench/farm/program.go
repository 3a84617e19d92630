package farm

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"runtime"
	"slices"

	"github.com/nats-io/nkeys"

	"github.com/zugwatch/zugwatch/bench/engines"
	"github.com/zugwatch/zugwatch/bench/failure"
	"github.com/zugwatch/zugwatch/bench/file"
	"github.com/zugwatch/zugwatch/engine/input"
)

// maxProgram is the size of the largest program that is sent, in bytes: engines have networks
// of up to 100 MB in them.
const maxProgram = 128 << 20

// system is the system of this machine, which programs are built for.
const system = runtime.GOOS + "/" + runtime.GOARCH

// programPurpose begins each signed text, so that a signature for something else never signs a
// program.
const programPurpose = "zugwatch farm program 1\n"

// Program is a program that is sent, with all that determines how it is run. An attacker who
// could change an argument or an option could have it write files.
type Program struct {
	engines.Program
	Digest string `json:"digest"` // SHA-256, in hexadecimal digits
	Size   int64  `json:"size"`   // in bytes
	System string `json:"system"`
}

// SignedProgram is a program and who says that it may be run.
type SignedProgram struct {
	Statement []byte `json:"statement"` // a Program, as it was signed
	Signature []byte `json:"signature"`
	Key       string `json:"key"` // public
}

// Signer signs programs.
type Signer struct {
	pair   nkeys.KeyPair
	public string
}

// errNoAccount refuses keys of users, which log in and sign whatever a server asks for: that
// could be a program.
var errNoAccount = errors.New("is not that of an account of NATS (expected one of nk -gen account, which logs in nowhere)")

// NewSigner reads the seed of a key.
func NewSigner(path string) (*Signer, error) {
	text, err := input.ReadFile(path, 1<<20)
	if err != nil {
		return nil, failure.Inputf("flag --send-key: %w", err)
	}
	pair, err := nkeys.ParseDecoratedNKey(text)
	if err != nil {
		return nil, failure.Inputf("flag --send-key: seed in %s: %w", path, err)
	}
	public, err := pair.PublicKey()
	if err == nil && !nkeys.IsValidPublicAccountKey(public) {
		err = errNoAccount
	}
	if err != nil {
		return nil, failure.Inputf("flag --send-key: seed in %s %w", path, err)
	}
	return &Signer{pair, public}, nil
}

// CheckTrusted finds a text that is no public key of a Signer. It may be a seed, so that it is
// not in the error.
func CheckTrusted(key string) error {
	if !nkeys.IsValidPublicAccountKey(key) {
		return failure.Inputf("flag --trust: key %w", errNoAccount)
	}
	return nil
}

// Sign makes a program of a file and signs it.
func (s *Signer) Sign(of engines.Program, path string) (*SignedProgram, error) {
	opened, err := input.Open(path, maxProgram)
	if err != nil {
		return nil, failure.Inputf("engine %s is not sent: %w", of.Name, err)
	}
	defer opened.Close()
	p := Program{Program: of, System: system}
	sum := sha256.New()
	if p.Size, err = io.Copy(sum, opened); err != nil {
		return nil, failure.Default(failure.Machine, err)
	}
	p.Digest = hex.EncodeToString(sum.Sum(nil))
	signed := &SignedProgram{Key: s.public}
	if signed.Statement, err = file.Line(p); err == nil {
		signed.Signature, err = s.pair.Sign(append([]byte(programPurpose), signed.Statement...))
	}
	return signed, err
}

// Open returns the program, if one of the trusted keys has signed it, and it runs on this system.
func (s *SignedProgram) Open(trusted []string) (*Program, error) {
	if !slices.Contains(trusted, s.Key) {
		return nil, fmt.Errorf("program is signed by key %.60q, which this worker does not trust", s.Key)
	}
	key, err := nkeys.FromPublicKey(s.Key)
	if err == nil {
		err = key.Verify(append([]byte(programPurpose), s.Statement...), s.Signature)
	}
	if err != nil {
		return nil, fmt.Errorf("program is not signed by key %s: %w", s.Key, err)
	}
	var p Program
	if err := file.Parse(s.Statement, &p); err != nil {
		return nil, err
	}
	digest, err := hex.DecodeString(p.Digest)
	switch {
	case err != nil || len(digest) != sha256.Size || p.Digest != hex.EncodeToString(digest):
		return nil, fmt.Errorf("program %.60q has no digest", p.Name)
	case p.Size < 1 || p.Size > maxProgram:
		return nil, fmt.Errorf("program %.60q has %d bytes (expected at most %d MiB)", p.Name, p.Size, maxProgram>>20)
	case p.System != system:
		return nil, fmt.Errorf("program %.60q is for %.40q (this worker: %s)", p.Name, p.System, system)
	}
	return &p, nil
}

// Copy copies a program and returns an error if it is another one. It reads no more than the
// size of the program and a byte.
func (p *Program) Copy(to io.Writer, from io.Reader) error {
	sum := sha256.New()
	n, err := io.Copy(io.MultiWriter(to, sum), io.LimitReader(from, p.Size+1))
	if err == nil && (n != p.Size || hex.EncodeToString(sum.Sum(nil)) != p.Digest) {
		err = fmt.Errorf("program %.60q has %d bytes or more that are not those that were signed", p.Name, n)
	}
	return err
}

// engine returns an engine as a job has it: a program that is sent, or by its origin.
func (f *Farm) engine(e *engines.Engine) (known Engine, err error) {
	if f.Signer != nil {
		program, path, is, err := e.Program()
		if err != nil {
			return known, err
		}
		if is {
			known.Program, err = f.Signer.Sign(program, path)
			known.path = path
			return known, err
		}
	}
	known.Origin, err = e.RemoteOrigin()
	return known, err
}
