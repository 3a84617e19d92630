package failure

import (
	"context"
	"errors"
	"fmt"
	"testing"
)

// typed is an error that says its kind.
type typed struct{}

func (typed) Error() string     { return "typed" }
func (typed) FailureKind() Kind { return Interrupted }

func TestOf(t *testing.T) {
	plain := errors.New("plain")
	tests := []struct {
		name string
		err  error
		want Kind
	}{
		{"nothing", nil, None},
		{"plain", plain, Machine},
		{"of the user", Inputf("flag --x: %w", plain), Input},
		{"typed", fmt.Errorf("x: %w", typed{}), Interrupted},
		{"typed and given another", With(Engine, typed{}), Engine},
		{"given twice", With(Baseline, With(Engine, plain)), Baseline},
		{"by default", Default(Undecided, plain), Undecided},
		{"given before the default", Default(Undecided, fmt.Errorf("x: %w", Inputf("y"))), Input},
		{"joined", errors.Join(plain, With(Regression, nil)), Regression},
		{"nothing by default", Default(Engine, nil), None},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if got := Of(test.err); got != test.want {
				t.Errorf("kind %d, want %d", got, test.want)
			}
		})
	}
	if err := Inputf("flag --x: %w", plain); err.Error() != "flag --x: plain" || !errors.Is(err, plain) {
		t.Errorf("%v does not wrap its cause", err)
	}
}

func TestInterruption(t *testing.T) {
	plain := errors.New("plain")
	done := func(cause error) context.Context {
		ctx, cancel := context.WithCancelCause(context.Background())
		cancel(cause)
		return ctx
	}
	tests := []struct {
		name string
		ctx  context.Context
		err  error
		want Kind
		text string
	}{
		{"going on", context.Background(), plain, Machine, "plain"},
		{"by a signal", done(typed{}), plain, Interrupted, "typed"},
		{"by a signal, which the error tells", done(typed{}), fmt.Errorf("cut: %w", typed{}), Interrupted, "cut: typed"},
		{"from within", done(plain), context.Canceled, Undecided, "plain"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			err := Interruption(test.ctx, test.err)
			if Of(err) != test.want || err.Error() != test.text {
				t.Errorf("kind %d, %q, want %d, %q", Of(err), err, test.want, test.text)
			}
		})
	}
	if err := Interruption(done(typed{}), nil); err != nil {
		t.Errorf("what had finished ends with %v", err)
	}
}
