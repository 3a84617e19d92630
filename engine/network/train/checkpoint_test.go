package train

import (
	"strings"
	"testing"

	"github.com/zugwatch/zugwatch/engine"
	"github.com/zugwatch/zugwatch/engine/must"
	"github.com/zugwatch/zugwatch/engine/tune"
)

func TestReadErrors(t *testing.T) {
	data := toy(t, 200, 1)
	whole := string(written(t, train(t, data, small(), 1)))
	first := len(checkpointFirst) + 1
	end := first + strings.IndexByte(whole[first:], '\n') + 1
	damaged := []byte(whole)
	damaged[len(damaged)-1] ^= 1
	replace := func(old, other string) string {
		if !strings.Contains(whole[:end], old) {
			t.Fatalf("the head has no %s: %s", old, whole[first:end])
		}
		return strings.Replace(whole, old, other, 1)
	}
	tests := []struct{ name, content, want string }{
		{"empty", "", `not a checkpoint of this version (expected a file that begins with "zugwatch training 1")`},
		{"network", "zugwatch network 1\n", `not a checkpoint of this version (expected a file that begins with "zugwatch training 1")`},
		{"no head", whole[:end-3], "checkpoint has no head (expected a line of JSON)"},
		{"unknown field", replace(`"hidden"`, `"heads"`), `head of the checkpoint: json: unknown field "heads" (expected what training writes)`},
		{"settings", replace(`"hidden":128`, `"hidden":100`), "head of the checkpoint: network of 100 hidden units (expected a multiple of 128 up to 1024)"},
		{"epochs", replace(`"epoch":2`, `"epoch":3`), "checkpoint after 3 epochs and 0 batches with 2 losses (expected up to 2 epochs with a loss for each)"},
		{"source", replace("# games", "# gains"), `head of the checkpoint: header "# gains seed=1 first=0 games=10 limit=nodes=1 hash=1 signatu" (expected "# games seed=0 first=0 games=1 limit=nodes=2500 hash=2 signature=0")`},
		{"cut short", whole[:len(whole)-1], "checkpoint is cut short (expected 1207296 bytes of weights)"},
		{"more", whole + "x", "more follows the checkpoint's weights (expected the end of the file)"},
		{"damaged", string(damaged), "checkpoint is damaged: its weights have the digest "},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			_, err := Read(strings.NewReader(test.content))
			if err == nil || !strings.HasPrefix(err.Error(), test.want) {
				t.Errorf("error = %v\nwant    %s", err, test.want)
			}
		})
	}
	c := must.Get(Read(strings.NewReader(whole)))(t)
	if _, err := Resume(c, toy(t, 200, 2)); err == nil || !strings.HasPrefix(err.Error(), "checkpoint is of 200 positions with the digest ") {
		t.Errorf("other data: %v", err)
	}
	c.State.Epoch, c.State.Batch = 1, 9
	if _, err := Resume(c, data); err == nil || err.Error() != "checkpoint after 9 batches of an epoch (expected fewer than 1)" {
		t.Errorf("other batches: %v", err)
	}
}

// TestOrigin holds that an origin adds up games of one kind.
func TestOrigin(t *testing.T) {
	limits := engine.Limits{Nodes: 1000}
	c := &Checkpoint{head: head{Settings: Defaults(), Positions: 12, Data: strings.Repeat("ab", 32)}, sources: []tune.Source{
		{Seed: 1, Games: 4, Limits: limits, HashMB: 2, Signature: 5},
		{Seed: 1, Games: 3, Limits: limits, HashMB: 2, Signature: 6},
		{Seed: 2, First: 4, Games: 4, Limits: limits, HashMB: 2, Signature: 5},
	}}
	c.State.Losses = []Losses{{0.5, 0.25}}
	c.State.Epoch = 1
	want := "trained on 12 positions of games of the engine against itself; games=8 limit=nodes=1000 hash=2 signature=5; " +
		"games=3 limit=nodes=1000 hash=2 signature=6; data=abababababababab; " +
		"buckets=1 hidden=256 outputs=8 epochs=6 batch=16384 rate=0.001 blend=0.9 decay=0.01 held=0.02 seed=1; " +
		"epochs done 1, loss 0.500000, held back 0.250000"
	if got := c.origin(); got != want {
		t.Errorf("origin is %q\nwant %q", got, want)
	}
}
