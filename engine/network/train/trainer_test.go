package train

import (
	"bytes"
	"context"
	"errors"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/zugwatch/zugwatch/engine/must"
	"github.com/zugwatch/zugwatch/engine/network"
)

// TestLearns checks that a network learns the piece values and applies them to unseen positions, and that its
// quantized form is close.
func TestLearns(t *testing.T) {
	data := toy(t, 3000, 1)
	for _, buckets := range []int{1, network.MaxBuckets} {
		testLearns(t, data, buckets)
	}
}

func testLearns(t *testing.T, data *Data, buckets int) {
	t.Helper()
	s := small()
	s.Buckets = buckets
	s.Epochs, s.Batch, s.Blend = 6, 300, 1
	trainer := train(t, data, s, 2)
	var even float64 // the error of one who promises half a point each time
	for _, i := range trainer.validation {
		miss := 0.5 - target(data.at(i), s.Blend)
		even += miss * miss
	}
	even /= float64(len(trainer.validation))
	losses := trainer.Losses()
	if last := losses[len(losses)-1]; len(losses) != s.Epochs || last.Held > even/10 || last.Learnt > even/10 {
		t.Errorf("losses %v (expected %d, the last below a tenth of %g)", losses, s.Epochs, even)
	}
	c := trainer.Checkpoint()
	n := must.Get(c.Quantize())(t)
	j, err := c.Judge(n, data)
	if err != nil || j.Positions != len(trainer.validation) || math.Abs(j.Float-losses[len(losses)-1].Held) > 1e-9 || math.Abs(j.Integers-j.Float) > even/100 {
		t.Errorf("judged %+v, %v; want %d positions, %+v", j, err, len(trainer.validation), losses[len(losses)-1])
	}
	near(t, trainer, n)
	other := toy(t, 50, 2)
	if j, err := c.Judge(n, other); err != nil || j.Positions != 50 || j.Float > even/2 {
		t.Errorf("judged on other positions: %+v, %v", j, err)
	}
}

// near holds the values of a network to those of the weights it was made from, in
// centipawns.
func near(t *testing.T, trainer *Trainer, n *network.Network) {
	t.Helper()
	e := network.New(n, 1)
	l := newLearner(trainer.model)
	var sum, most float64
	for _, i := range trainer.validation {
		s := must.Get(trainer.data.at(i).Sample())(t)
		off := math.Abs(float64(e.Evaluate(&s.Position, 0)) - network.Centipawns*float64(l.value(trainer.data.at(i), 0)))
		sum += off
		most = max(most, off)
	}
	if mean := sum / float64(len(trainer.validation)); mean > 15 || most > 60 {
		t.Errorf("integers are %g centipawns from the weights, at most %g (expected about 10, at most 60)", mean, most)
	}
}

// written returns a checkpoint's bytes.
func written(t *testing.T, trainer *Trainer) []byte {
	t.Helper()
	var b bytes.Buffer
	must.Do(t, trainer.Write(&b))
	return b.Bytes()
}

// TestWorkers holds that the number of workers changes nothing.
func TestWorkers(t *testing.T) {
	data := toy(t, 250, 1)
	want := written(t, train(t, data, small(), 1))
	for _, workers := range []int{2, 5} {
		if !bytes.Equal(written(t, train(t, data, small(), workers)), want) {
			t.Errorf("%d workers give another checkpoint than one", workers)
		}
	}
	other := small()
	other.Seed++
	if bytes.Equal(written(t, train(t, data, other, 1)), want) {
		t.Error("another seed gives the same checkpoint")
	}
}

// TestResume stops a training after every batch and checks that resuming gives the same bytes as an uninterrupted
// one.
func TestResume(t *testing.T) {
	data := toy(t, 350, 1)
	whole := train(t, data, small(), 2)
	want := written(t, whole)
	stop := errors.New("stop")
	batches := 2 * whole.batches()
	if batches < 6 {
		t.Fatalf("only %d batches", batches)
	}
	for at := range batches {
		trainer := must.Get(New(data, small(), nil))(t)
		done := 0
		if err := trainer.Run(t.Context(), 2, func(*Progress) error {
			if done++; done == at+1 {
				return stop
			}
			return nil
		}); !errors.Is(err, stop) {
			t.Fatal(err)
		}
		again := must.Get(Resume(must.Get(Read(bytes.NewReader(written(t, trainer))))(t), toy(t, 350, 1)))(t)
		if err := again.Run(t.Context(), 1, func(*Progress) error { done++; return nil }); err != nil || done != batches {
			t.Fatalf("%d of %d batches, %v", done, batches, err)
		}
		if !bytes.Equal(written(t, again), want) {
			t.Errorf("stopped after batch %d, the checkpoint is another", at+1)
		}
	}
}

// TestRunEnds holds that a done context and bad arguments end a training.
func TestRunEnds(t *testing.T) {
	data := toy(t, 100, 1)
	trainer := must.Get(New(data, small(), nil))(t)
	ctx, cancel := context.WithCancel(t.Context())
	calls := 0
	if err := trainer.Run(ctx, 1, func(*Progress) error { calls++; cancel(); return nil }); !errors.Is(err, context.Canceled) || calls != 1 {
		t.Errorf("a done context: %v after %d batches", err, calls)
	}
	if err := trainer.Run(t.Context(), 0, nil); err == nil || err.Error() != "training with 0 workers (expected at least one)" {
		t.Errorf("no workers: %v", err)
	}
	if _, err := New(NewData(nil), small(), nil); err == nil || err.Error() != "no position to learn from (expected at least one)" {
		t.Errorf("no data: %v", err)
	}
}

// TestProgress checks the reports of a training.
func TestProgress(t *testing.T) {
	trainer := must.Get(New(toy(t, 500, 1), small(), nil))(t)
	var list []Progress
	must.Do(t, trainer.Run(t.Context(), 1, func(p *Progress) error { list = append(list, *p); return nil }))
	batches := trainer.TrainingCount() / 100
	if len(list) != 2*batches || trainer.TrainingCount()+trainer.HeldCount() != 500 {
		t.Fatalf("%d batches of %d positions and %d held back", len(list), trainer.TrainingCount(), trainer.HeldCount())
	}
	for i, p := range list {
		if p.Epoch != i/batches+1 || p.Batch != i%batches+1 || p.Positions != 100*(i+1) || p.Done != (p.Batch == batches) || p.Done != (p.Held > 0) || p.Loss <= 0 {
			t.Errorf("batch %d: %+v", i, p)
		}
		if i > 0 && p.Rate >= list[i-1].Rate {
			t.Errorf("rate rises from %g to %g", list[i-1].Rate, p.Rate)
		}
	}
	if first, last := list[0].Rate, rateAt(0.01, 1); first != 0.01 || math.Abs(last-0.0001) > 1e-12 {
		t.Errorf("rates from %g to %g", first, last)
	}
}

// TestShuffle holds that each epoch sees every position once, in another order.
func TestShuffle(t *testing.T) {
	trainer := must.Get(New(toy(t, 500, 1), small(), nil))(t)
	trainer.shuffle(1)
	first := slices.Clone(trainer.order)
	trainer.shuffle(2)
	second := slices.Clone(trainer.order)
	if slices.Equal(first, second) || slices.Equal(first, trainer.training) {
		t.Error("two epochs have the same order")
	}
	slices.Sort(first)
	slices.Sort(second)
	if !slices.Equal(first, trainer.training) || !slices.Equal(second, trainer.training) {
		t.Error("an epoch leaves positions out")
	}
}

// TestLimit holds that no weights become more than a network's integers hold, however
// long the steps.
func TestLimit(t *testing.T) {
	s := small()
	s.Hidden, s.Rate, s.Epochs, s.Decay = 512, 5, 3, 0
	trainer := must.Get(New(toy(t, 200, 1), s, nil))(t)
	for i := range trainer.model.output {
		trainer.model.output[i] = maxWeight * float32(1-i%2*2)
	}
	if _, err := trainer.Checkpoint().Quantize(); err == nil {
		t.Error("a network holds weights that are too much together (expected the test to ask for more)")
	}
	var most float32
	if err := trainer.Run(t.Context(), 2, func(*Progress) error {
		for _, w := range trainer.model.all {
			most = max(most, w, -w)
		}
		_, err := trainer.Checkpoint().Quantize()
		return err
	}); err != nil {
		t.Error(err)
	}
	if most != maxWeight {
		t.Errorf("the largest weight is %g, want %g", most, maxWeight)
	}
}

// TestFrom checks that a training starts from the weights of another, records that in its settings, and can be
// resumed.
func TestFrom(t *testing.T) {
	data := toy(t, 500, 1)
	written := func(trainer *Trainer) *Checkpoint {
		t.Helper()
		var file bytes.Buffer
		must.Do(t, trainer.Write(&file))
		return must.Get(Read(&file))(t)
	}
	first := must.Get(New(data, small(), nil))(t)
	first.next(1)
	from := written(first)
	s := small()
	s.Seed, s.From = 9, from.Weights
	second := must.Get(New(data, s, from.Start()))(t)
	if !slices.Equal(second.model.all, from.model.all) {
		t.Error("the first weights are not those of the other training")
	}
	second.next(1)
	c := written(second)
	if c.Settings != s || !strings.Contains(c.Settings.String(), " from="+from.Weights[:16]) {
		t.Errorf("settings are %s, want those of %s", c.Settings, s)
	}
	again, err := Resume(c, data)
	if err != nil || again.settings != s || again.Checkpoint().origin() != c.origin() {
		t.Errorf("gone on with %v, %v", again, err)
	}
	if !strings.HasSuffix(c.origin(), "; before: "+from.origin()) {
		t.Errorf("origin is %s, want that of the first training at its end", c.origin())
	}
	if _, err := New(data, s, c.Start()); err == nil || !strings.HasPrefix(err.Error(), "training from the weights "+from.Weights[:16]) {
		t.Errorf("error %v with other weights", err)
	}
	s.Outputs = 1
	if _, err := New(data, s, from.Start()); err == nil || err.Error() != "training of a network 768x128x1 from one of 768x128x8 (expected as many outputs, no fewer units, and as many king buckets or from one)" {
		t.Errorf("error %v with another shape", err)
	}
	s.Outputs, s.Base = from.Settings.Outputs, "0123456789abcdef"
	if _, err := New(data, s, from.Start()); err == nil || err.Error() != "training from weights over another evaluation (expected the same base)" {
		t.Errorf("error %v with another base", err)
	}
}

// TestBuckets holds that a training with king buckets begins with one random layer for all of them, and that weights that
// add up to too much are cut off.
func TestBuckets(t *testing.T) {
	s := small()
	s.Buckets = network.MaxBuckets
	m := must.Get(New(toy(t, 100, 1), s, nil))(t).model
	if !slices.Equal(m.first[:len(m.shared)], m.shared) || !slices.Equal(m.first[len(m.first)-len(m.shared):], m.shared) || slices.Max(m.shared) == 0 {
		t.Error("the buckets do not begin alike")
	}
	m.shared[0], m.input[0], m.input[len(m.shared)] = 1.5, 1.5, -1
	m.apply()
	if m.first[0] != maxWeight || m.first[len(m.shared)] != 0.5 {
		t.Errorf("weights of %g and %g, want %g and 0.5", m.first[0], m.first[len(m.shared)], maxWeight)
	}
}

// TestStartOf checks that a training that starts from a network and stops at once returns that network.
func TestStartOf(t *testing.T) {
	data := toy(t, 500, 1)
	for buckets, more := range map[int]int{1: 0, network.MaxBuckets: network.HiddenStep} {
		s := small()
		s.Buckets = buckets
		first := must.Get(New(data, s, nil))(t)
		first.next(1)
		n := must.Get(first.Checkpoint().Quantize())(t)
		if read := must.Get(must.Get(Read(bytes.NewReader(written(t, first))))(t).Quantize())(t); read.Digest() != n.Digest() || read.Origin != n.Origin {
			t.Errorf("%d buckets: a checkpoint has another network when it is read", buckets)
		}
		s.From = n.Digest()
		again, err := must.Get(New(data, s, StartOf(n)))(t).Checkpoint().Quantize()
		if err != nil || again.Digest() != n.Digest() {
			t.Errorf("network is %v, %v after no step, want %s", again, err, n.Digest())
		}
		s.Buckets, s.Hidden = network.MaxBuckets, s.Hidden+more
		larger := must.Get(New(data, s, StartOf(n)))(t)
		grown := must.Get(larger.Checkpoint().Quantize())(t)
		e, f := network.New(n, 1), network.New(grown, 1)
		for i := range int32(50) {
			p := must.Get(data.at(i).Sample())(t).Position
			if got, want := f.Evaluate(&p, 0), e.Evaluate(&p, 0); got != want {
				t.Errorf("value %d of a network %s is %d, want %d as before it grew", i, s.shape(), got, want)
			}
		}
		larger.next(1)
		if _, last := larger.model.outputs(0); last[s.Hidden-1] == 0 {
			t.Errorf("the last unit of a network %s learns nothing", s.shape())
		}
		smaller := small()
		smaller.Buckets, smaller.From = s.Buckets, larger.Checkpoint().Weights
		if _, err := New(data, smaller, larger.Checkpoint().Start()); (err != nil) != (more > 0) {
			t.Errorf("from %s to %s: %v", s.shape(), smaller.shape(), err)
		}
	}
}
