package farm

import (
	"context"
	"slices"
	"testing"
	"time"

	"github.com/nats-io/nats.go/jetstream"
)

// shelf is a store of programs with sizes and ages.
type shelf struct {
	jetstream.ObjectStore
	jetstream.ObjectStoreStatus
	objects []*jetstream.ObjectInfo
}

func (s *shelf) Status(context.Context) (jetstream.ObjectStoreStatus, error) { return s, nil }

func (s *shelf) Size() (n uint64) {
	for _, o := range s.objects {
		n += o.Size
	}
	return n
}

func (s *shelf) List(context.Context, ...jetstream.ListObjectsOpt) ([]*jetstream.ObjectInfo, error) {
	return slices.Clone(s.objects), nil
}

func (s *shelf) Delete(_ context.Context, name string) error {
	s.objects = slices.DeleteFunc(s.objects, func(o *jetstream.ObjectInfo) bool { return o.Name == name })
	return nil
}

// TestRoom: the oldest programs make room for another one, as far as they have to, and those
// of the last hour none.
func TestRoom(t *testing.T) {
	for _, test := range []struct {
		name string
		ages []time.Duration // of programs of 128 MiB
		left string          // names of those that stay
		full bool
	}{
		{"empty", nil, "", false},
		{"room", []time.Duration{2 * time.Hour, 3 * time.Hour}, "ab", false},
		{"one goes", []time.Duration{2 * time.Hour, 4 * time.Hour, 3 * time.Hour}, "ac", false},
		{"two go", []time.Duration{0, 4 * time.Hour, 3 * time.Hour, 0}, "ad", false},
		{"full", []time.Duration{0, 0, 2 * time.Hour, 0}, "abd", true},
	} {
		s := new(shelf)
		for i, age := range test.ages {
			o := &jetstream.ObjectInfo{ObjectMeta: jetstream.ObjectMeta{Name: string(rune('a' + i))}, Size: maxProgram, ModTime: time.Now().Add(-age)}
			s.objects = append(s.objects, o)
		}
		err := makeRoom(t.Context(), s, maxProgram)
		left := ""
		for _, o := range s.objects {
			left += o.Name
		}
		if left != test.left || (err != nil) != test.full {
			t.Errorf("%s: left are %s, %v", test.name, left, err)
		}
	}
}
