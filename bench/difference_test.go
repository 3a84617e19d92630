package bench

import (
	"reflect"
	"slices"
	"strings"
	"testing"
)

// TestDifferences: each field of an outcome but the iterations is looked at, under its own key.
func TestDifferences(t *testing.T) {
	kind := reflect.TypeFor[Outcome]()
	for i := range kind.NumField() {
		var a, b Outcome
		field := reflect.ValueOf(&b).Elem().Field(i)
		switch field.Kind() {
		case reflect.String:
			field.SetString("x")
		case reflect.Int, reflect.Int32:
			field.SetInt(1)
		case reflect.Uint8, reflect.Uint64:
			field.SetUint(1)
		case reflect.Pointer:
			field.Set(reflect.New(field.Type().Elem()))
		case reflect.Struct:
			field.Field(0).SetUint(1)
		default:
			t.Fatalf("field %s is of a kind that this test does not know", kind.Field(i).Name)
		}
		key, _, _ := strings.Cut(kind.Field(i).Tag.Get("json"), ",")
		if key == "iterations" { // how an answer came about is no part of it
			if a.Differences(&b) != nil || !a.Equal(&b) || !b.Equal(&a) {
				t.Error("iterations are looked at")
			}
			continue
		}
		if got := a.Differences(&b); !slices.Equal(got, []string{key}) {
			t.Errorf("field %s: got %q", key, got)
		}
		again := b
		if a.Equal(&b) || b.Equal(&a) || !b.Equal(&again) || again.Differences(&b) != nil {
			t.Errorf("field %s: equal %v, %v", key, a.Equal(&b), b.Equal(&again))
		}
	}
	a, b := Outcome{Found: &Point{1, 2}, NullByDepth: &NullByDepth{{1, 2}}}, Outcome{Found: &Point{1, 2}, NullByDepth: &NullByDepth{{1, 2}}}
	if !a.Equal(&b) || a.Differences(&b) != nil {
		t.Errorf("equal values at other places: %q", a.Differences(&b))
	}
	b.Found.Nodes++
	if got := a.Differences(&b); !slices.Equal(got, []string{"found"}) || a.Equal(&b) {
		t.Errorf("another point: %q", got)
	}
}
