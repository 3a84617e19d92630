package engines

import (
	"context"
	"errors"
	"sync"

	"github.com/zugwatch/zugwatch/engine"
)

// Pool keeps processes of an engine between runs, for engines that start slowly. It suits runs whose answers may depend
// on earlier searches, such as those that only measure time. It is safe for concurrent use.
type Pool struct {
	open  func() (engine.Engine, error)
	mutex sync.Mutex
	idle  []engine.Engine
}

// NewPool returns a pool of an engine, and the engine with an Open that takes its processes from there.
func NewPool(on Engine) (*Pool, Engine) {
	p := &Pool{open: on.Open}
	on.Open = p.take
	return p, on
}

// take returns an idle engine, or starts one.
func (p *Pool) take() (engine.Engine, error) {
	p.mutex.Lock()
	last := len(p.idle) - 1
	if last >= 0 {
		taken := p.idle[last]
		p.idle = p.idle[:last]
		p.mutex.Unlock()
		return &pooled{Engine: taken, pool: p}, nil
	}
	p.mutex.Unlock()
	opened, err := p.open()
	if err != nil {
		return nil, err
	}
	return &pooled{Engine: opened, pool: p}, nil
}

// Close closes the idle engines.
func (p *Pool) Close() error {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	var err error
	for _, e := range p.idle {
		err = errors.Join(err, e.Close())
	}
	p.idle = nil
	return err
}

// pooled is an engine of a pool, which goes back there when it is closed, unless it failed.
type pooled struct {
	engine.Engine
	pool   *Pool
	failed bool
}

func (e *pooled) Reset(ctx context.Context) error {
	err := e.Engine.Reset(ctx)
	e.failed = e.failed || err != nil
	return err
}

func (e *pooled) Search(ctx context.Context, task engine.Task, each func(engine.Info)) (engine.Result, error) {
	e.failed = true // until it answers, as it may also panic
	result, err := e.Engine.Search(ctx, task, each)
	e.failed = err != nil
	return result, err
}

func (e *pooled) Close() error {
	if e.failed {
		return e.Engine.Close()
	}
	e.pool.mutex.Lock()
	defer e.pool.mutex.Unlock()
	e.pool.idle = append(e.pool.idle, e.Engine)
	return nil
}
