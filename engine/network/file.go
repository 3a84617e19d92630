package network

import (
	"bufio"
	"bytes"
	"cmp"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
)

// The head of a file is readable text. The weights follow as little-endian integers in the order of the fields of
// Network.
const (
	fileFirst  = "zugwatch network 1"
	fileShape  = "shape "
	fileBase   = "base "
	fileOrigin = "origin "
	fileDigest = "sha256 "
)

// ErrFormat is the error for a file that is no network, or one of another version.
var ErrFormat = errors.New("not a network")

// noBase stands for the base of a network that evaluates alone.
const noBase = "none"

// maxOrigin is the longest origin in bytes.
const maxOrigin = 4096

// Write writes a sealed network.
func (n *Network) Write(w io.Writer) error {
	_, err := fmt.Fprintf(w, "%s\n%s%s\n%s%s\n%s%s\n%s%s\n", fileFirst, fileShape, n.Shape,
		fileBase, cmp.Or(n.Base, noBase), fileOrigin, n.Origin, fileDigest, n.digest)
	if err == nil {
		_, err = w.Write(n.payload())
	}
	return err
}

// Read reads the output of Write and seals the network. The error describes the fault of the file.
func Read(r io.Reader) (*Network, error) {
	in := bufio.NewReaderSize(r, maxOrigin+64)
	if err := readFirstLine(in, fileFirst); err != nil {
		return nil, err
	}
	shape, err := readShape(in)
	if err != nil {
		return nil, err
	}
	n := shape.New()
	if n.Base, err = field(in, fileBase); err != nil {
		return nil, err
	}
	if n.Base == noBase {
		n.Base = ""
	}
	if n.Origin, err = field(in, fileOrigin); err != nil {
		return nil, err
	}
	digest, err := field(in, fileDigest)
	if err != nil {
		return nil, err
	}
	if err := n.fill(in); err != nil {
		return nil, err
	}
	if err := n.Seal(); err != nil {
		return nil, err
	}
	if n.digest != digest {
		return nil, fmt.Errorf("network is damaged: its weights have the digest %.16s… (expected %.16s…)", n.digest, digest)
	}
	return n, nil
}

// Open reads a file. Its errors begin with the name.
func Open(name string) (*Network, error) {
	file, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	n, err := Read(file)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return n, nil
}

// readFirstLine reads the first line of the file.
func readFirstLine(in *bufio.Reader, want string) error {
	got, err := in.Peek(len(want) + 1)
	if err != nil || string(got) != want+"\n" {
		return fmt.Errorf("%w of this version (expected a file that begins with %q)", ErrFormat, want)
	}
	_, err = in.Discard(len(got))
	return err
}

// field reads a line of the head that begins with name.
func field(in *bufio.Reader, name string) (string, error) {
	line, err := in.ReadSlice('\n')
	value, ok := strings.CutPrefix(string(line), name)
	if err != nil || !ok {
		return "", fmt.Errorf("head of the network has no line %q", strings.TrimSpace(name))
	}
	return strings.TrimSuffix(value, "\n"), nil
}

func readShape(in *bufio.Reader) (s Shape, err error) {
	text, err := field(in, fileShape)
	if err != nil {
		return s, err
	}
	var inputs int
	_, err = fmt.Sscanf(text, "%dx%dx%d", &inputs, &s.Hidden, &s.Outputs)
	if s.Buckets = inputs / Inputs; err != nil || s.String() != text {
		return s, fmt.Errorf("shape %.20q (expected %q with other sizes)", text, Shape{Buckets: 1, Hidden: 256, Outputs: MaxOutputs})
	}
	return s, s.Check()
}

// payload returns the weights as they stand in a file.
func (n *Network) payload() []byte {
	var b bytes.Buffer
	for _, part := range n.parts() {
		binary.Write(&b, binary.LittleEndian, part) //nolint:errcheck // a buffer takes everything
	}
	return b.Bytes()
}

// fill reads the weights, and nothing may follow them.
func (n *Network) fill(in io.Reader) error {
	for _, part := range n.parts() {
		if err := binary.Read(in, binary.LittleEndian, part); err != nil {
			if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
				return fmt.Errorf("network is cut short (expected %d bytes of weights)", len(n.payload()))
			}
			return err
		}
	}
	if _, err := io.ReadFull(in, make([]byte, 1)); !errors.Is(err, io.EOF) {
		return errors.New("more follows the network's weights (expected the end of the file)")
	}
	return nil
}

// parts returns the weights in the order of a file.
func (n *Network) parts() []any { return []any{n.Input, n.Bias, n.Output, n.Offset} }
