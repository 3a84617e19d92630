package engines

import (
	"context"
	"errors"
	"testing"

	"github.com/zugwatch/zugwatch/engine"
	"github.com/zugwatch/zugwatch/engine/must"
)

// counted counts how often it was closed, and fails when told so.
type counted struct {
	number int
	closed *int
	fails  bool
}

func (c *counted) ID() engine.ID { return engine.ID{Name: "counted"} }

func (c *counted) Reset(context.Context) error {
	if c.fails {
		return errors.New("fell over")
	}
	return nil
}

func (c *counted) Close() error { *c.closed++; return nil }

func (c *counted) Search(context.Context, engine.Task, func(engine.Info)) (engine.Result, error) {
	if c.fails {
		return engine.Result{}, errors.New("fell over")
	}
	return engine.Result{}, nil
}

// TestPool: a closed engine is handed out again, unless its last call failed. Closing the pool closes the idle ones once.
func TestPool(t *testing.T) {
	opened, closed := 0, 0
	var all []*counted
	pool, on := NewPool(Engine{Name: "counted", Open: func() (engine.Engine, error) {
		opened++
		all = append(all, &counted{number: opened, closed: &closed})
		return all[opened-1], nil
	}})
	first, second := must.Get(on.Open())(t), must.Get(on.Open())(t)
	must.Get(first.Search(t.Context(), engine.Task{}, nil))(t)
	must.Do(t, first.Close())
	must.Do(t, second.Close())
	if opened != 2 || closed != 0 {
		t.Fatalf("%d opened, %d closed, want 2 and 0", opened, closed)
	}
	again := must.Get(on.Open())(t)
	all[1].fails = true
	if _, err := again.Search(t.Context(), engine.Task{}, nil); err == nil {
		t.Fatal("the second does not search")
	}
	must.Do(t, again.Close())
	if opened != 2 || closed != 1 {
		t.Fatalf("after a failed search: %d opened, %d closed, want 2 and 1", opened, closed)
	}
	again = must.Get(on.Open())(t)
	all[0].fails = true
	if again.Reset(t.Context()) == nil {
		t.Fatal("the first does not reset")
	}
	must.Do(t, again.Close())
	must.Do(t, must.Get(on.Open())(t).Close())
	if opened != 3 || closed != 2 {
		t.Fatalf("after a failed reset: %d opened, %d closed, want 3 and 2", opened, closed)
	}
	must.Do(t, pool.Close())
	must.Do(t, pool.Close())
	if closed != 3 {
		t.Errorf("%d closed, want 3", closed)
	}
}
