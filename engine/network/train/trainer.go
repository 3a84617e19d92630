package train

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"

	"github.com/zugwatch/zugwatch/engine/network"
	"github.com/zugwatch/zugwatch/engine/random"
)

// sliceCount is the number of parts of a batch. Each part has its own gradient, and they are added in a fixed order,
// so that the sum does not depend on the workers.
const sliceCount = 16

// chunk is the number of weights that one worker updates at a time.
const chunk = 32 * network.HiddenStep

// Trainer trains a network. It is not safe for concurrent use.
type Trainer struct {
	settings   Settings
	data       *Data
	training   []int32 // positions to learn from, in the order of the set
	validation []int32 // validation positions
	state      state
	before     string // where the first weights come from, "" for random ones
	model      *model
	mean       *model // of the gradients
	square     *model // of the gradients' squares
	order      []int32
	ordered    int // the epoch that order is of, from 1 on

	gradients [sliceCount]*model
}

// state is the progress of a training, as saved in a checkpoint.
type state struct {
	Epoch  int      `json:"epoch"`  // epochs that are over
	Batch  int      `json:"batch"`  // batches of the next one that are over
	Loss   float64  `json:"loss"`   // sum of the errors in these batches
	Losses []Losses `json:"losses"` // after each epoch
}

// Losses holds mean squared errors of the predicted points.
type Losses struct {
	Learnt float64 `json:"learnt"` // in the course of an epoch
	Held   float64 `json:"held"`   // after it, of the validation positions; 0 if there are none
}

// New begins a training, with random weights or with those of a start, whose digest the
// settings name.
func New(data *Data, s Settings, from *Start) (*Trainer, error) {
	if err := s.Check(); err != nil {
		return nil, err
	}
	if err := from.check(&s); err != nil {
		return nil, err
	}
	if s.Base != data.baseDigest() {
		return nil, fmt.Errorf("training over the evaluation %q with positions for %q (expected the same)", s.Base, data.baseDigest())
	}
	t := &Trainer{settings: s, data: data}
	t.training, t.validation = data.split(s.Held)
	if len(t.training) == 0 {
		return nil, errors.New("no position to learn from (expected at least one)")
	}
	for _, m := range []**model{&t.model, &t.mean, &t.square} {
		*m = newModel(s.shape())
	}
	for i := range t.gradients {
		t.gradients[i] = newModel(s.shape())
	}
	t.model.initialize(s.Seed)
	if from != nil {
		from.fill(t.model)
		t.before = from.Origin
	}
	return t, nil
}

// TrainingCount returns the number of positions to learn from.
func (t *Trainer) TrainingCount() int { return len(t.training) }

// HeldCount returns the number of validation positions.
func (t *Trainer) HeldCount() int { return len(t.validation) }

// Losses returns the losses after each finished epoch.
func (t *Trainer) Losses() []Losses { return t.state.Losses }

// batches returns the number of batches of an epoch. Positions that do not fill a batch are skipped, other ones in
// each epoch.
func (t *Trainer) batches() int { return max(len(t.training)/t.settings.Batch, 1) }

// Positions returns how many positions were learnt from since the beginning.
func (t *Trainer) Positions() int {
	return (t.state.Epoch*t.batches() + t.state.Batch) * min(t.settings.Batch, len(t.training))
}

// Progress is a progress report of a running training.
type Progress struct {
	Epoch     int     // from 1 on
	Batch     int     // batches of the epoch that are over
	Batches   int     // of an epoch
	Positions int     // learnt from since the beginning
	Loss      float64 // mean squared error in this epoch so far
	Rate      float64 // length of the last step
	Done      bool    // the epoch is over, and Held is known
	Held      float64 // mean squared error of the positions that only judge
}

// Run continues a training to its end and calls each after every batch; at these points its state can be saved. A
// done context or an error of each ends it early, and Run can be called again. Workers is the number of positions
// processed at a time and affects only the time.
func (t *Trainer) Run(ctx context.Context, workers int, each func(*Progress) error) error {
	if workers < 1 {
		return fmt.Errorf("training with %d workers (expected at least one)", workers)
	}
	for t.state.Epoch < t.settings.Epochs {
		if err := ctx.Err(); err != nil {
			return err
		}
		p := t.next(workers)
		if err := each(&p); err != nil {
			return err
		}
	}
	return nil
}

// next learns from the next batch.
func (t *Trainer) next(workers int) Progress {
	s := &t.state
	t.shuffle(s.Epoch + 1)
	size := min(t.settings.Batch, len(t.training))
	done, whole := s.Epoch*t.batches()+s.Batch, t.settings.Epochs*t.batches()
	rate := rateAt(t.settings.Rate, float64(done)/float64(whole))
	s.Loss += t.gradient(t.order[s.Batch*size:][:size], workers)
	t.move(stepOf(done+1, size, rate, t.settings.Decay), workers)
	s.Batch++
	p := Progress{
		Epoch: s.Epoch + 1, Batch: s.Batch, Batches: t.batches(), Positions: (done + 1) * size,
		Loss: s.Loss / float64(s.Batch*size), Rate: rate, Done: s.Batch == t.batches(),
	}
	if p.Done {
		p.Held = t.judge(workers)
		s.Losses = append(s.Losses, Losses{Learnt: p.Loss, Held: p.Held})
		s.Epoch, s.Batch, s.Loss = s.Epoch+1, 0, 0
	}
	return p
}

// shuffle sets order to that of an epoch, from 1 on. The order depends on the seed and the epoch alone.
func (t *Trainer) shuffle(epoch int) {
	if t.ordered == epoch {
		return
	}
	t.order = append(t.order[:0], t.training...)
	random.Shuffle(random.New(t.settings.Seed, uint64(epoch)), t.order)
	t.ordered = epoch
}

// gradient leaves the sums of a batch's gradients, slice by slice, and returns the
// sum of its errors.
func (t *Trainer) gradient(batch []int32, workers int) float64 {
	return t.sliced(batch, workers, func(l *learner, slice int, part []int32) (sum float64) {
		clear(t.gradients[slice].all)
		for _, i := range part {
			sum += l.learn(t.data.at(i), t.data.baseAt(i), t.settings.Blend, t.gradients[slice])
		}
		return sum
	})
}

// judge returns the mean squared error of the held-back positions, 0 if there are none.
func (t *Trainer) judge(workers int) float64 {
	sum := t.sliced(t.validation, workers, func(l *learner, _ int, part []int32) (sum float64) {
		for _, i := range part {
			sum += l.loss(t.data.at(i), t.data.baseAt(i), t.settings.Blend)
		}
		return sum
	})
	return sum / float64(max(len(t.validation), 1))
}

// sliced adds up what work gives for each slice of the positions.
func (t *Trainer) sliced(positions []int32, workers int, work func(l *learner, slice int, part []int32) float64) (sum float64) {
	var sums [sliceCount]float64
	spread(sliceCount, workers, func() func(int) {
		l := newLearner(t.model)
		return func(slice int) {
			from, to := len(positions)*slice/sliceCount, len(positions)*(slice+1)/sliceCount
			sums[slice] = work(l, slice, positions[from:to])
		}
	})
	for _, s := range sums {
		sum += s
	}
	return sum
}

// move adds the gradients of the slices up and takes a step against them.
func (t *Trainer) move(s step, workers int) {
	gradient := t.gradients[0]
	t.chunked(workers, func(from, to int) {
		for _, g := range t.gradients[1:] {
			add(gradient.all[from:to], g.all[from:to])
		}
	})
	gradient.gather()
	t.chunked(workers, func(from, to int) {
		s.take(t.model.all[from:to], t.mean.all[from:to], t.square.all[from:to], gradient.all[from:to])
	})
	t.model.limit()
	t.model.apply()
}

// chunked calls work for each chunk of the weights, with its bounds in all.
func (t *Trainer) chunked(workers int, work func(from, to int)) {
	all := len(t.model.all)
	spread((all+chunk-1)/chunk, workers, func() func(int) {
		return func(n int) { work(n*chunk, min((n+1)*chunk, all)) }
	})
}

// spread does tasks with the numbers from 0 to count-1, so many at a time. Make
// makes a worker.
func spread(count, workers int, make func() func(task int)) {
	var next atomic.Int64
	var running sync.WaitGroup
	for range min(workers, count) {
		running.Go(func() {
			do := make()
			for {
				task := int(next.Add(1)) - 1
				if task >= count {
					return
				}
				do(task)
			}
		})
	}
	running.Wait()
}
