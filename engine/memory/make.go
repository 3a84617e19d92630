package memory

import (
	"fmt"
	"reflect"
	"unsafe"
)

// HugePage is the size in bytes of the huge pages of Linux on most processors.
const HugePage = 2 << 20

// MinHugeSize is the smallest size in bytes for which Make asks for huge pages.
const MinHugeSize = HugePage / 8

// Make returns n zero values, which stand on huge pages if there are many and the kernel grants them. It panics if T
// holds pointers, which the garbage collector would not see.
func Make[T any](n int) []T {
	size := n * int(pointerFree[T]().Size())
	if size < MinHugeSize || !advises {
		return make([]T, n)
	}
	size = roundUp(size)
	region := align(make([]byte, size+HugePage))[:size]
	advise(region)
	return unsafe.Slice((*T)(unsafe.Pointer(unsafe.SliceData(region))), n)
}

// MakePermanent is Make for a table that is never freed. Where the kernel grants huge pages, the table is mapped outside
// the heap, so that it does not bring the first collection of garbage forward.
func MakePermanent[T any](n int) []T {
	kind := pointerFree[T]()
	region, _, err := Map(n * int(kind.Size()))
	if err != nil || !advises {
		return make([]T, n)
	}
	return unsafe.Slice((*T)(unsafe.Pointer(unsafe.SliceData(region))), n)
}

// pointerFree returns the type. It panics if values of it hold pointers.
func pointerFree[T any]() reflect.Type {
	kind := reflect.TypeFor[T]()
	if holdsPointers(kind) {
		panic(fmt.Sprintf("memory: %s holds pointers", kind))
	}
	return kind
}

// roundUp returns the size of whole huge pages that hold so many bytes.
func roundUp(size int) int { return (size + HugePage - 1) &^ (HugePage - 1) }

// align returns what is left of a region from its first huge page on. The region must be longer than a huge page.
func align(region []byte) []byte {
	skip := -uintptr(unsafe.Pointer(unsafe.SliceData(region))) % HugePage
	return region[skip:]
}

// holdsPointers reports whether values of the type may hold pointers. Only numbers, and arrays and structs of them, do
// not.
func holdsPointers(t reflect.Type) bool {
	switch t.Kind() {
	case reflect.Bool, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64, reflect.Int,
		reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64, reflect.Uint, reflect.Float32, reflect.Float64:
		return false
	case reflect.Array:
		return holdsPointers(t.Elem())
	case reflect.Struct:
		for i := range t.NumField() {
			if holdsPointers(t.Field(i).Type) {
				return true
			}
		}
		return false
	}
	return true
}
