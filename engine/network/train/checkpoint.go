package train

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"github.com/zugwatch/zugwatch/engine/tune"
)

// checkpointFirst is the first line of a file. The second is its head in JSON; the
// weights follow, the means of the gradients and those of their squares, as
// little-endian 32-bit floats.
const checkpointFirst = "zugwatch training 1"

// maxHead is the longest head in bytes.
const maxHead = 16 << 20

// head is the head of a checkpoint file, before the weights.
type head struct {
	Settings  Settings `json:"settings"`
	State     state    `json:"state"`
	Positions int      `json:"positions"`
	Data      string   `json:"data"`             // digest of the positions
	Sources   []string `json:"sources"`          // as the lines of data files
	Before    string   `json:"before,omitempty"` // where the first weights come from; "": they are random
	Weights   string   `json:"weights"`          // SHA-256 of what follows
}

// Write writes all that Resume needs except the data.
func (t *Trainer) Write(w io.Writer) error {
	h := head{Settings: t.settings, State: t.state, Positions: t.data.Len(), Data: t.data.Digest(), Before: t.before, Sources: []string{}}
	for _, s := range t.data.sources {
		h.Sources = append(h.Sources, s.String())
	}
	var weights bytes.Buffer
	for _, m := range []*model{t.model, t.mean, t.square} {
		binary.Write(&weights, binary.LittleEndian, m.all) //nolint:errcheck // a buffer takes everything
	}
	sum := sha256.Sum256(weights.Bytes())
	h.Weights = hex.EncodeToString(sum[:])
	line, err := json.Marshal(h)
	if err == nil {
		_, err = fmt.Fprintf(w, "%s\n%s\n", checkpointFirst, line)
	}
	if err == nil {
		_, err = w.Write(weights.Bytes())
	}
	return err
}

// Checkpoint is a training that was written.
type Checkpoint struct {
	head
	sources []tune.Source
	model   *model
	mean    *model
	square  *model
}

// Read reads the output of Trainer.Write. The error describes the fault of the file.
func Read(r io.Reader) (*Checkpoint, error) {
	in := bufio.NewReaderSize(r, 1<<16)
	if line, err := in.ReadSlice('\n'); err != nil || string(line) != checkpointFirst+"\n" {
		return nil, fmt.Errorf("not a checkpoint of this version (expected a file that begins with %q)", checkpointFirst)
	}
	c := new(Checkpoint)
	if err := c.readHead(in); err != nil {
		return nil, err
	}
	shape := c.Settings.shape()
	c.model, c.mean, c.square = newModel(shape), newModel(shape), newModel(shape)
	sum := sha256.New()
	tee := io.TeeReader(in, sum)
	for _, m := range []*model{c.model, c.mean, c.square} {
		if err := binary.Read(tee, binary.LittleEndian, m.all); err != nil {
			if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
				return nil, fmt.Errorf("checkpoint is cut short (expected %d bytes of weights)", 3*4*len(m.all))
			}
			return nil, err
		}
	}
	c.model.apply()
	if _, err := in.Peek(1); !errors.Is(err, io.EOF) {
		return nil, errors.New("more follows the checkpoint's weights (expected the end of the file)")
	}
	if got := hex.EncodeToString(sum.Sum(nil)); got != c.Weights {
		return nil, fmt.Errorf("checkpoint is damaged: its weights have the digest %.16s… (expected %.16s…)", got, c.Weights)
	}
	return c, nil
}

// readHead reads the line of JSON.
func (c *Checkpoint) readHead(in *bufio.Reader) error {
	var line []byte
	for {
		part, err := in.ReadSlice('\n')
		line = append(line, part...)
		if err == nil {
			break
		}
		if !errors.Is(err, bufio.ErrBufferFull) || len(line) > maxHead {
			return errors.New("checkpoint has no head (expected a line of JSON)")
		}
	}
	decoder := json.NewDecoder(bytes.NewReader(line))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(&c.head); err != nil {
		return fmt.Errorf("head of the checkpoint: %w (expected what training writes)", err)
	}
	if err := c.Settings.Check(); err != nil {
		return fmt.Errorf("head of the checkpoint: %w", err)
	}
	s := &c.State
	if s.Epoch < 0 || s.Epoch > c.Settings.Epochs || s.Batch < 0 || len(s.Losses) != s.Epoch {
		return fmt.Errorf("checkpoint after %d epochs and %d batches with %d losses (expected up to %d epochs with a loss for each)",
			s.Epoch, s.Batch, len(s.Losses), c.Settings.Epochs)
	}
	for _, text := range c.head.Sources {
		source, err := tune.ParseSource(text)
		if err != nil {
			return fmt.Errorf("head of the checkpoint: %w", err)
		}
		c.sources = append(c.sources, source)
	}
	return nil
}

// Resume continues a training. The data must be the same, in the same order.
func Resume(c *Checkpoint, data *Data) (*Trainer, error) {
	if !c.isTrainedOn(data) {
		return nil, fmt.Errorf("checkpoint is of %d positions with the digest %.16s…, not of these %d with %.16s… (expected the same files in the same order)",
			c.Positions, c.Data, data.Len(), data.Digest())
	}
	first := c.Settings
	first.From = ""
	t, err := New(data, first, nil)
	if err != nil {
		return nil, err
	}
	t.settings, t.before = c.Settings, c.Before
	t.state, t.model, t.mean, t.square = c.State, c.model, c.mean, c.square
	if t.state.Batch >= t.batches() {
		return nil, fmt.Errorf("checkpoint after %d batches of an epoch (expected fewer than %d)", t.state.Batch, t.batches())
	}
	return t, nil
}

// isTrainedOn reports whether the network was trained on these positions.
func (c *Checkpoint) isTrainedOn(data *Data) bool {
	return c.Positions == data.Len() && c.Data == data.Digest()
}

// Checkpoint returns the present state of the training. It shares the weights with t.
func (t *Trainer) Checkpoint() *Checkpoint {
	c := &Checkpoint{sources: t.data.sources, model: t.model, mean: t.mean, square: t.square}
	c.head = head{Settings: t.settings, State: t.state, Positions: t.data.Len(), Data: t.data.Digest(), Before: t.before}
	return c
}
