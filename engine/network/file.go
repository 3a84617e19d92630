package network

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"unsafe"
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

// maxFile is more than the length in bytes of a network of the largest shape.
const maxFile = 64 << 20

// Write writes a sealed network.
func (n *Network) Write(w io.Writer) error {
	_, err := fmt.Fprintf(w, "%s\n%s%s\n%s%s\n%s%s\n%s%s\n", fileFirst, fileShape, n.Shape,
		fileBase, cmp.Or(n.Base, noBase), fileOrigin, n.Origin, fileDigest, n.digest)
	if err == nil {
		_, err = w.Write(n.payload())
	}
	return err
}

// parseNetwork reads the output of Write, which is sealed. The error describes the fault of the file.
func parseNetwork(file []byte) (*Network, error) {
	n, weights, err := read(file)
	if err != nil {
		return nil, err
	}
	if err := n.check(); err != nil {
		return nil, err
	}
	if digest := n.digestOf(weights); n.digest != digest {
		return nil, fmt.Errorf("network is damaged: its weights have the digest %.16s… (expected %.16s…)", digest, n.digest)
	}
	return n, nil
}

// read reads a file, and returns its weights too. It believes the digest, and that the weights are within their bounds.
func read(file []byte) (n *Network, weights []byte, err error) {
	rest, ok := bytes.CutPrefix(file, []byte(fileFirst+"\n"))
	if !ok {
		return nil, nil, fmt.Errorf("%w of this version (expected a file that begins with %q)", ErrFormat, fileFirst)
	}
	shape, err := readShape(&rest)
	if err != nil {
		return nil, nil, err
	}
	n = shape.New()
	if n.Base, err = field(&rest, fileBase); err != nil {
		return nil, nil, err
	}
	if n.Base == noBase {
		n.Base = ""
	}
	if n.Origin, err = field(&rest, fileOrigin); err != nil {
		return nil, nil, err
	}
	if n.digest, err = field(&rest, fileDigest); err != nil {
		return nil, nil, err
	}
	if len(n.digest) != 2*sha256.Size {
		return nil, nil, fmt.Errorf("digest %.20q (expected %d hexadecimal digits)", n.digest, 2*sha256.Size)
	}
	if err := n.fill(rest); err != nil {
		return nil, nil, err
	}
	return n, rest, nil
}

// Open reads a file. Its errors begin with the name.
func Open(name string) (*Network, error) {
	file, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	data, err := io.ReadAll(io.LimitReader(file, maxFile))
	if err != nil {
		return nil, err
	}
	n, err := parseNetwork(data)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return n, nil
}

// field cuts a line of the head off a file, and returns what follows name in it.
func field(file *[]byte, name string) (string, error) {
	line, rest, ok := bytes.Cut(*file, []byte("\n"))
	value, named := bytes.CutPrefix(line, []byte(name))
	if !ok || !named {
		return "", fmt.Errorf("head of the network has no line %q", strings.TrimSpace(name))
	}
	*file = rest
	return string(value), nil
}

func readShape(file *[]byte) (s Shape, err error) {
	text, err := field(file, fileShape)
	if err != nil {
		return s, err
	}
	var inputs int
	_, err = fmt.Sscanf(text, "%dx%dx%d", &inputs, &s.Hidden, &s.Outputs)
	if s.Buckets = inputs / Inputs; err != nil || s.String() != text {
		return s, fmt.Errorf("shape %.20q (expected %q with other sizes)", text, Shape{Buckets: 1, Hidden: 256, Outputs: maxOutputs})
	}
	return s, s.Check()
}

// size returns the length of the payload in bytes.
func (n *Network) size() int { return 2*(len(n.Input)+len(n.Bias)+len(n.Output)) + 4*len(n.Offset) }

// payload returns the weights as they stand in a file.
func (n *Network) payload() []byte {
	b := make([]byte, 0, n.size())
	for _, part := range [][]int16{n.Input, n.Bias, n.Output} {
		for _, w := range part {
			b = binary.LittleEndian.AppendUint16(b, uint16(w))
		}
	}
	for _, o := range n.Offset {
		b = binary.LittleEndian.AppendUint32(b, uint32(o))
	}
	return b
}

// fill reads the weights from a payload, and nothing may follow them.
func (n *Network) fill(payload []byte) error {
	switch size := n.size(); {
	case len(payload) < size:
		return fmt.Errorf("network is cut short (expected %d bytes of weights)", size)
	case len(payload) > size:
		return errors.New("more follows the network's weights (expected the end of the file)")
	}
	for _, part := range [][]int16{n.Input, n.Bias, n.Output} {
		decode(part, payload)
		payload = payload[2*len(part):]
	}
	for i := range n.Offset {
		n.Offset[i] = int32(binary.LittleEndian.Uint32(payload[4*i:]))
	}
	return nil
}

// decode reads integers of 16 bits, the lower byte first. A processor that stores them so takes them as they are: for
// three megabytes that saves milliseconds of each start.
func decode(to []int16, from []byte) {
	if binary.NativeEndian.Uint16([]byte{1, 0}) == 1 {
		copy(unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(to))), 2*len(to)), from)
		return
	}
	decodePlain(to, from)
}

// decodePlain does what decode does, on any processor.
func decodePlain(to []int16, from []byte) {
	for i := range to {
		to[i] = int16(binary.LittleEndian.Uint16(from[2*i:]))
	}
}
