package starter

import (
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"
)

// TestFindProject holds the build lines and programs that are found in trees of
// many kinds.
func TestFindProject(t *testing.T) {
	file := func(text string) *fstest.MapFile { return &fstest.MapFile{Data: []byte(text)} }
	tests := []struct {
		name string
		tree fstest.MapFS
		want project
	}{
		{"nothing", fstest.MapFS{"README": file("go.mod")}, project{}},
		{"go root", fstest.MapFS{"go.mod": file("module example.org/Rook/v2\n"), "main.go": file("// x\npackage main\n")}, project{
			name: "Rook", command: "./build/Rook", build: "go build -o build/Rook .", toolchain: goToolchain,
		}},
		{"go cmd", fstest.MapFS{"go.mod": file("module x/rook\n"), "rook.go": file("package rook\n"), "cmd/gen/m.go": file("package main\n"), "cmd/rook/m.go": file("package main\n")}, project{
			name: "rook", command: "./build/rook", build: "go build -o build/rook ./cmd/rook", toolchain: goToolchain,
		}},
		{"go cmd of another name", fstest.MapFS{"go.mod": file("module x/rook\n"), "cmd/uci/m.go": file("package main\n")}, project{
			name: "uci", command: "./build/uci", build: "go build -o build/uci ./cmd/uci", toolchain: goToolchain,
		}},
		{"go library with a makefile", fstest.MapFS{"go.mod": file("module x/rook\n"), "a_test.go": file("package main\n"), "Makefile": file("EXE=rook\n")}, project{
			name: "rook", command: "./rook", build: "make -j",
		}},
		{"cargo", fstest.MapFS{"Cargo.toml": file("[package]\nauthors = [\"a\"]\nname = \"bishop\"\n[lib]\nname = \"other\"\n"), "Makefile": file("EXE = b\n")}, project{
			name: "bishop", command: "./target/release/bishop", build: "cargo build --release",
		}},
		{"cargo binary", fstest.MapFS{"Cargo.toml": file("[package]\nname = \"lib\"\n\n[[bin]]\npath = \"x.rs\"\nname = \"bishop\"\n")}, project{
			name: "bishop", command: "./target/release/bishop", build: "cargo build --release",
		}},
		{"cargo workspace alone", fstest.MapFS{"Cargo.toml": file("[workspace]\nmembers = [\"a\"]\n")}, project{}},
		{"zig", fstest.MapFS{"build.zig": file("const exe = b.addExecutable(.{\n    .name = \"knight\",\n});\n")}, project{
			name: "knight", command: "./zig-out/bin/knight", build: "zig build -Doptimize=ReleaseFast", toolchain: zigToolchain,
		}},
		{"meson", fstest.MapFS{"meson.build": file("project('x', 'cpp')\n# executable('no')\nexe = executable('queen', 'q.cpp')\n")}, project{
			name: "queen", command: "./build/queen", build: "meson setup build --buildtype=release && meson compile -C build", toolchain: mesonToolchain,
		}},
		{"cmake", fstest.MapFS{"CMakeLists.txt": file("project(King CXX)\nadd_executable(${PROJECT_NAME} a.cpp)\n")}, project{
			name: "King", command: "./build/King", build: "cmake -S . -B build -DCMAKE_BUILD_TYPE=Release && cmake --build build --parallel",
		}},
		{"cmake below", fstest.MapFS{"CMakeLists.txt": file("project(King)\nadd_subdirectory(src)\n"), "src/CMakeLists.txt": file("add_executable (\n  king main.cpp)\n")}, project{
			name: "king", command: "./build/src/king", build: "cmake -S . -B build -DCMAKE_BUILD_TYPE=Release && cmake --build build --parallel",
		}},
		{"makefile below with build", fstest.MapFS{"src/Makefile": file("ifeq ($(OS),x)\nEXE = fish.exe\nendif\nhelp:\n\nbuild: net\n")}, project{
			name: "fish", command: "./src/fish", build: "make -j -C src build",
		}},
		{"makefile that computes its program", fstest.MapFS{"Makefile": file("EXE = $(NAME)-$(ARCH)\n")}, project{}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			got, err := findProject(test.tree)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(test.want, got, cmp.AllowUnexported(project{})); diff != "" {
				t.Error(diff)
			}
		})
	}
}
