package starter

import (
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"github.com/zugwatch/zugwatch/engine/must"
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
			name: "Rook", command: "./build/Rook", build: "go build -o build/Rook .", toolchain: goToolchain, makes: []string{"/build/"},
		}},
		{"go with a makefile that writes code", fstest.MapFS{
			"go.mod": file("module x/rook\n"), "rook/m.go": file("package main\n"),
			"Makefile": file("ifdef EXE\n\tMV=mv bin/rook $(EXE)\nendif\nbuild:\n\tgo run gen/gen.go\n\tgo build -o bin ./...\n\t$(MV)\n"),
		}, project{name: "Castle", command: "./Castle", build: "make -j EXE=Castle", toolchain: goToolchain}},
		{"go with a makefile that writes code, and takes no name", fstest.MapFS{
			"go.mod": file("module x/rook\n"), "rook/m.go": file("package main\n"), "Makefile": file("build:\n\tgo run gen/gen.go\n\tgo build -o bin ./...\n"),
		}, project{name: "rook", command: "./build/rook", build: "go build -o build/rook ./rook", toolchain: goToolchain, makes: []string{"/build/"}}},
		{"go with a makefile that only builds", fstest.MapFS{
			"go.mod": file("module x/rook\n"), "rook/m.go": file("package main\n"), "Makefile": file("build:\n\tgo build -o $(EXE) ./rook\n"),
		}, project{name: "rook", command: "./build/rook", build: "go build -o build/rook ./rook", toolchain: goToolchain, makes: []string{"/build/"}}},
		{"go cmd", fstest.MapFS{"go.mod": file("module x/rook\n"), "rook.go": file("package rook\n"), "cmd/gen/m.go": file("package main\n"), "cmd/rook/m.go": file("package main\n")}, project{
			name: "rook", command: "./build/rook", build: "go build -o build/rook ./cmd/rook", toolchain: goToolchain, makes: []string{"/build/"},
		}},
		{"go cmd of another name", fstest.MapFS{"go.mod": file("module x/rook\n"), "cmd/uci/m.go": file("package main\n")}, project{
			name: "uci", command: "./build/uci", build: "go build -o build/uci ./cmd/uci", toolchain: goToolchain, makes: []string{"/build/"},
		}},
		{"go library with a makefile", fstest.MapFS{"go.mod": file("module x/rook\n"), "a_test.go": file("package main\n"), "Makefile": file("EXE=rook\n")}, project{
			name: "rook", command: "./rook", build: "make -j EXE=rook", makes: []string{"*.o", "*.d"},
		}},
		{"cargo", fstest.MapFS{"Cargo.toml": file("[package]\nauthors = [\"a\"]\nname = \"bishop\"\n[lib]\nname = \"other\"\n"), "Makefile": file("EXE = b\n")}, project{
			name: "bishop", command: "./target/release/bishop", build: "cargo build --release", makes: []string{"/target/"},
		}},
		{"cargo binary", fstest.MapFS{"Cargo.toml": file("[package]\nname = \"lib\"\n\n[[bin]]\npath = \"x.rs\"\nname = \"bishop\"\n")}, project{
			name: "bishop", command: "./target/release/bishop", build: "cargo build --release", makes: []string{"/target/"},
		}},
		{"go below", fstest.MapFS{
			"go.mod": file("module x/rook\n"), "tuner/t.go": file("package tuner\n"), "rook/m.go": file("package main\n"), "gen.go": file("//go:build ignore\n\npackage main\n"),
			"a/testdata/m.go": file("package main\n// uciok\n"), "old/go.mod": file("module x/old\n"), "old/m.go": file("package main\n// uciok\n"),
		}, project{
			name: "rook", command: "./build/rook", build: "go build -o build/rook ./rook", toolchain: goToolchain, makes: []string{"/build/"},
		}},
		{"go below, by a part of the name", fstest.MapFS{"go.mod": file("module x/RookGo\n"), "a/m.go": file("package main\n// uciok\n"), "b/rook/m.go": file("package main\n")}, project{
			name: "rook", command: "./build/rook", build: "go build -o build/rook ./b/rook", toolchain: goToolchain, makes: []string{"/build/"},
		}},
		{"go below, by its protocol", fstest.MapFS{"go.mod": file("module x/king\n"), "a/m.go": file("package main\n"), "b/c/m.go": file("package main\n// uciok\n")}, project{
			name: "c", command: "./build/c", build: "go build -o build/c ./b/c", toolchain: goToolchain, makes: []string{"/build/"},
		}},
		{"cargo workspace", fstest.MapFS{
			"Cargo.toml":        file("[workspace]\nresolver = \"2\"\nmembers = [\n    \"lib\",\n    \"apps/*\", # all\n]\n\n[profile.release]\nlto = true\n"),
			"lib/Cargo.toml":    file("[package]\nname = \"lib\"\n"),
			"apps/a/Cargo.toml": file("[package]\nname = \"datagen\"\n"), "apps/a/src/main.rs": file("fn main() {}"),
			"apps/b/Cargo.toml": file("[package]\nname = \"bishop-uci\"\n\n[[bin]]\nname = \"bishop\"\n"), "apps/b/src/main.rs": file("// uci"),
		}, project{
			name: "bishop", command: "./target/release/bishop", build: "cargo build --release --package bishop-uci", makes: []string{"/target/"},
		}},
		{"cargo workspace around a library", fstest.MapFS{
			"Cargo.toml":     file("[package]\nname = \"lib\"\n[workspace]\nmembers = [\"cli\"]\n"),
			"cli/Cargo.toml": file("[package]\nname = \"bishop\"\n"), "cli/src/main.rs": file("fn main() {}"),
		}, project{
			name: "bishop", command: "./target/release/bishop", build: "cargo build --release --package bishop", makes: []string{"/target/"},
		}},
		{"cargo workspace alone", fstest.MapFS{"Cargo.toml": file("[workspace]\nmembers = [\"a\"]\n")}, project{}},
		{"zig", fstest.MapFS{"build.zig": file("const exe = b.addExecutable(.{\n    .name = \"knight\",\n});\n")}, project{
			name: "knight", command: "./zig-out/bin/knight", build: "zig build -Doptimize=ReleaseFast", toolchain: zigToolchain, makes: []string{"/zig-out/", "/.zig-cache/"},
		}},
		{"meson", fstest.MapFS{"meson.build": file("project('x', 'cpp')\n# executable('no')\nexe = executable('queen', 'q.cpp')\n")}, project{
			name: "queen", command: "./build/queen", build: "meson setup build --buildtype=release && meson compile -C build", toolchain: mesonToolchain, makes: []string{"/build/"},
		}},
		{"cmake", fstest.MapFS{"CMakeLists.txt": file("project(King CXX)\nadd_executable(${PROJECT_NAME} a.cpp)\n")}, project{
			name: "King", command: "./build/King", build: "cmake -S . -B build -DCMAKE_BUILD_TYPE=Release && cmake --build build --parallel --target King", makes: []string{"/build/"},
		}},
		{"cmake beside a makefile that calls it", fstest.MapFS{"CMakeLists.txt": file("project(King CXX)\nadd_executable(${PROJECT_NAME} a.cpp)\n"), "Makefile": file("EXE = king\nall:\n\tcmake .\n")}, project{
			name: "King", command: "./build/King", build: "cmake -S . -B build -DCMAKE_BUILD_TYPE=Release && cmake --build build --parallel --target King", makes: []string{"/build/"},
		}},
		{"cmake beside a makefile that calls it and compiles a tool", fstest.MapFS{"CMakeLists.txt": file("project(King CXX)\nadd_executable(${PROJECT_NAME} a.cpp)\n"), "Makefile": file("EXE = king\nall:\n\tcd build && cmake ..\ntool:\n\t$(CC) -o tool tool.c\n")}, project{
			name: "King", command: "./build/King", build: "cmake -S . -B build -DCMAKE_BUILD_TYPE=Release && cmake --build build --parallel --target King", makes: []string{"/build/"},
		}},
		{"cmake beside a makefile that calls ninja", fstest.MapFS{"CMakeLists.txt": file("project(King CXX)\nadd_executable(${PROJECT_NAME} a.cpp)\n"), "Makefile": file("BIN = build/king\nall:\n\tninja -C build\n")}, project{
			name: "King", command: "./build/King", build: "cmake -S . -B build -DCMAKE_BUILD_TYPE=Release && cmake --build build --parallel --target King", makes: []string{"/build/"},
		}},
		{"cmake beside a makefile that compiles", fstest.MapFS{"CMakeLists.txt": file("project(King CXX)\nadd_executable(${PROJECT_NAME} a.cpp)\n"), "src/Makefile": file("EXE = king\nall:\n\t+$(CXX) -o $(EXE) a.cpp\nclean:\n\trm -f CMakeCache.txt\n")}, project{
			name: "king", command: "./src/king", build: "make -j -C src EXE=king", makes: []string{"*.o", "*.d"},
		}},
		{"a makefile in another folder", fstest.MapFS{"lib/Makefile": file("EXE = a\n"), "unit-tests/Makefile": file("EXE = b\n"), "sources/makefile": file("EXENAME= ../bin/king\n")}, project{
			name: "king", command: "./bin/king", build: "make -j -C sources", makes: []string{"*.o", "*.d"},
		}},
		{"a makefile that computes its program", fstest.MapFS{"src/makefile": file("VERSION = 9.1\nEXE = King.$(VERSION)\nall:\n\t$(CXX) a.cpp -o $(EXE)\n")}, project{
			name: "King", command: "./src/King", build: "make -j -C src EXE=King", makes: []string{"*.o", "*.d"},
		}},
		{"a makefile that computes the end of its program", fstest.MapFS{"Makefile": file("EXE ?= king-$(ARCH)\n")}, project{
			name: "king", command: "./king", build: "make -j EXE=king", makes: []string{"*.o", "*.d"},
		}},
		{"a makefile that computes its program in a folder", fstest.MapFS{"Makefile": file("EXE = bin/king$(EXT)\n")}, project{
			name: "king", command: "./king", build: "make -j EXE=king", makes: []string{"*.o", "*.d"},
		}},
		{"a makefile that computes its program whole", fstest.MapFS{"Makefile": file("EXE = $(shell pwd)/king\n")}, project{
			name: "king", command: "./king", build: "make -j EXE=king", makes: []string{"*.o", "*.d"},
		}},
		{"a makefile that overrides its program", fstest.MapFS{"Makefile": file("override EXE = king-$(ARCH)\n")}, project{}},
		{"a program outside of the repository", fstest.MapFS{"Makefile": file("all:\n\t$(CC) a.c -o ../king\n")}, project{}},
		{"makefiles of libraries alone", fstest.MapFS{"3rdparty/Makefile": file("EXE = a\n"), ".hidden/Makefile": file("EXE = b\n")}, project{}},
		{"cmake below", fstest.MapFS{"CMakeLists.txt": file("project(King)\nadd_subdirectory(src)\n"), "src/CMakeLists.txt": file("add_executable (\n  king main.cpp)\n")}, project{
			name: "king", command: "./build/src/king", build: "cmake -S . -B build -DCMAKE_BUILD_TYPE=Release && cmake --build build --parallel --target king", makes: []string{"/build/"},
		}},
		{"cmake in folders that it adds", fstest.MapFS{
			"CMakeLists.txt": file("project(\"King\")\nadd_subdirectory(\"king-lib\")\nadd_subdirectory(tests)\nadd_subdirectory(tools/lint)\nadd_subdirectory(game)\n"), "tools/lint/CMakeLists.txt": file("add_executable(king-lint a.cpp)\n"),
			"king-lib/CMakeLists.txt": file("add_library(king-lib a.cpp)\n"), "tests/CMakeLists.txt": file("add_executable(king-all a.cpp)\n"),
			"game/CMakeLists.txt": file("add_subdirectory(uci)\n"), "game/uci/CMakeLists.txt": file("add_executable(King main.cpp)\n"),
		}, project{
			name: "King", command: "./build/game/uci/King", build: "cmake -S . -B build -DCMAKE_BUILD_TYPE=Release && cmake --build build --parallel --target King", makes: []string{"/build/"},
		}},
		{"cmake with tests", fstest.MapFS{"CMakeLists.txt": file("PROJECT(igel)\nADD_EXECUTABLE(unit ${A})\nADD_EXECUTABLE(igel ${B})\n")}, project{
			name: "igel", command: "./build/igel", build: "cmake -S . -B build -DCMAKE_BUILD_TYPE=Release && cmake --build build --parallel --target igel", makes: []string{"/build/"},
		}},
		{"cmake of another name, beside a computed one", fstest.MapFS{"CMakeLists.txt": file("project(chess)\nadd_executable(unit_tests a)\nadd_executable(${OTHER} b)\nadd_executable(pawn c)\n")}, project{}},
		{"cmake of another name, with tests", fstest.MapFS{"CMakeLists.txt": file("project(chess)\nadd_executable(unit_tests a)\nadd_executable(pawn c)\n")}, project{
			name: "pawn", command: "./build/pawn", build: "cmake -S . -B build -DCMAKE_BUILD_TYPE=Release && cmake --build build --parallel --target pawn", makes: []string{"/build/"},
		}},
		{"cmake of a name like that of the project, beside a computed one", fstest.MapFS{"CMakeLists.txt": file("project(chess)\nadd_executable(${OTHER} b)\nadd_executable(chess-uci c)\n")}, project{
			name: "chess-uci", command: "./build/chess-uci", build: "cmake -S . -B build -DCMAKE_BUILD_TYPE=Release && cmake --build build --parallel --target chess-uci", makes: []string{"/build/"},
		}},
		{"cmake of a variable", fstest.MapFS{"CMakeLists.txt": file("set(EXE_NAME \"pawn\")\nproject(${EXE_NAME} CXX)\nadd_executable(${EXE_NAME} c)\n")}, project{
			name: "pawn", command: "./build/pawn", build: "cmake -S . -B build -DCMAKE_BUILD_TYPE=Release && cmake --build build --parallel --target pawn", makes: []string{"/build/"},
		}},
		{"cmake of a variable that stands for another", fstest.MapFS{"CMakeLists.txt": file("project(pawn)\nset(BASE ${PROJECT_NAME}-uci)\nset(EXE ${BASE})\nadd_executable(${EXE} c)\n")}, project{
			name: "pawn-uci", command: "./build/pawn-uci", build: "cmake -S . -B build -DCMAKE_BUILD_TYPE=Release && cmake --build build --parallel --target pawn-uci", makes: []string{"/build/"},
		}},
		{"cmake of a variable with two values", fstest.MapFS{"CMakeLists.txt": file("project(chess)\nset(EXE a)\nset(EXE b)\nadd_executable(${EXE} c)\n")}, project{}},
		{"cmake with targets that are not made by default", fstest.MapFS{"CMakeLists.txt": file("project(chess)\nadd_executable(chess EXCLUDE_FROM_ALL c)\nadd_executable(other::pawn ALIAS pawn)\nadd_executable(pawn\n  c)\n")}, project{
			name: "pawn", command: "./build/pawn", build: "cmake -S . -B build -DCMAKE_BUILD_TYPE=Release && cmake --build build --parallel --target pawn", makes: []string{"/build/"},
		}},
		{"cmake with a build for a debugger", fstest.MapFS{"CMakeLists.txt": file("project(chess)\nadd_executable(pawn_debug c)\nadd_executable(pawn c)\n")}, project{
			name: "pawn", command: "./build/pawn", build: "cmake -S . -B build -DCMAKE_BUILD_TYPE=Release && cmake --build build --parallel --target pawn", makes: []string{"/build/"},
		}},
		{"cmake with a test alone", fstest.MapFS{"CMakeLists.txt": file("project(chess)\nadd_executable(pawn-test c)\n")}, project{
			name: "pawn-test", command: "./build/pawn-test", build: "cmake -S . -B build -DCMAKE_BUILD_TYPE=Release && cmake --build build --parallel --target pawn-test", makes: []string{"/build/"},
		}},
		{"cmake with a target of each build", fstest.MapFS{"CMakeLists.txt": file("project(king)\nadd_custom_target(network ALL DEPENDS net.bin)\nadd_executable(king a.cpp)\n")}, project{
			name: "king", command: "./build/king", build: "cmake -S . -B build -DCMAKE_BUILD_TYPE=Release && cmake --build build --parallel", makes: []string{"/build/"},
		}},
		{"meson with tests", fstest.MapFS{"meson.build": file("project('queen', 'cpp')\nexecutable('tests', 't.cpp')\nexecutable('queen', 'q.cpp')\n")}, project{
			name: "queen", command: "./build/queen", build: "meson setup build --buildtype=release && meson compile -C build", toolchain: mesonToolchain, makes: []string{"/build/"},
		}},
		{"makefile with tabs", fstest.MapFS{"src/Makefile": file("all:\nifdef X\n\tEXE = no\nendif\n\tEXE = no\n\nCC ?= gcc\nifeq ($(OS),Windows_NT)\n\tEXE = stash.exe\nelse\n\tEXE = stash\nendif\n$(EXE): a.c\n")}, project{
			name: "stash", command: "./src/stash", build: "make -j -C src EXE=stash", makes: []string{"*.o", "*.d"},
		}},
		{"makefile below with build", fstest.MapFS{"src/Makefile": file("ifeq ($(OS),x)\nEXE = fish.exe\nendif\nhelp:\n\nbuild: net\n")}, project{
			name: "fish", command: "./src/fish", build: "make -j -C src build EXE=fish", makes: []string{"*.o", "*.d"},
		}},
		{"makefile with a default", fstest.MapFS{"Makefile": file("ifndef EXE\n    EXE = rook\nendif\n$(EXE): a.cpp\n\tEXE = no\n")}, project{
			name: "rook", command: "./rook", build: "make -j EXE=rook", makes: []string{"*.o", "*.d"},
		}},
		{"makefile that names its engine", fstest.MapFS{"Makefile": file("OBJS = a.o\nENGINENAME = laser\n\nall: uci\n\nuci: $(OBJS)\n\t$(CC) -o $(ENGINENAME)$(EXT) $^\n")}, project{
			name: "laser", command: "./laser", build: "make -j", makes: []string{"*.o", "*.d"},
		}},
		{"makefile with the variable of a recipe", fstest.MapFS{"makefile": file("CC = gcc\nOUT = rook\n\nall:\n\t$(CC) -O3 ./src/*.c -o $(OUT) $(LF)\n")}, project{
			name: "rook", command: "./rook", build: "make -j", makes: []string{"*.o", "*.d"},
		}},
		{"makefile with the name of a recipe", fstest.MapFS{"src/makefile": file("SRCS=$(wildcard *.cpp)\n\nrook: $(SRCS)\n\tg++ -o rook $(SRCS) -O3\n")}, project{
			name: "rook", command: "./src/rook", build: "make -j -C src", makes: []string{"*.o", "*.d"},
		}},
		{"makefile with a variable as the target", fstest.MapFS{"Makefile": file("MADE = rook\n\nall: $(MADE)\n\n$(MADE): a.cc\n\t$(CXX) -o $@ $^\n")}, project{
			name: "rook", command: "./rook", build: "make -j", makes: []string{"*.o", "*.d"},
		}},
		{"makefile with other recipes", fstest.MapFS{"Makefile": file("rook: a.cc\n\t@$(CXX) -c a.cc -o a.o\n\t$(CXX) -c a.h -o a.h.gch\n\tcurl -sL -o net.nnue URL\n\tg++ a.o -o $@\n\ntest: a.cc\n\tg++ a.cc -o tests/run\n\nclean:\n\tfind . -name '*.o' -o -name '*.d'\n")}, project{
			name: "rook", command: "./rook", build: "make", makes: []string{"*.o", "*.d"},
		}},
		{"makefile with a test first", fstest.MapFS{"Makefile": file("X = rook\n\nunittest: a.cc\n\tg++ a.cc -o $@\n\nall:\n\tclang++ a.cc -o $(X)\n")}, project{
			name: "rook", command: "./rook", build: "make -j", makes: []string{"*.o", "*.d"},
		}},
		{"makefile with a computed name", fstest.MapFS{"Makefile": file("EXE = $(NAME_OF_IT)-$(VERSION)\n\nall:\n\tgcc a.c -o other\n")}, project{
			name: "Castle", command: "./Castle", build: "make -j EXE=Castle", makes: []string{"*.o", "*.d"},
		}},
		{"makefile that links into a folder of a variable", fstest.MapFS{"Makefile": file("B = bin\n\nall:\n\tgcc a.c -o $(B)/rook$(EXT)\n")}, project{}},
		{"makefile of a library", fstest.MapFS{"Makefile": file("all:\n\tgcc -shared a.c -o librook.so\n\tgcc a.c -o /dev/null\n")}, project{}},
		{"makefile that computes its program", fstest.MapFS{"Makefile": file("EXE = $(NAME)-$(ARCH)\n")}, project{
			name: "Castle", command: "./Castle", build: "make -j EXE=Castle", makes: []string{"*.o", "*.d"},
		}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			got := must.Get(findProject(repository{FS: test.tree, name: "Castle"}))(t)
			if diff := cmp.Diff(test.want, got, cmp.AllowUnexported(project{})); diff != "" {
				t.Error(diff)
			}
		})
	}
}
