package starter

import (
	"testing"
	"testing/fstest"
)

// TestMakefiles holds the programs and the calls of make for Makefiles of many kinds in the folder src.
func TestMakefiles(t *testing.T) {
	for _, test := range []struct {
		name, makefile string
		program, build string // program is from src; build is behind "make"
	}{
		{"set by default", "EXE ?= Clover\nall:\n\tg++ a.cc -o $(EXE)\n", "Clover", "-j -C src EXE=Clover"},
		{"with a version", "EXE = Clover.6.1.26\n", "Clover", "-j -C src EXE=Clover"},
		{"with a short version", "EXE = foo-1.2\n", "foo", "-j -C src EXE=foo"},
		{"with a word for a version", "EXE = X-2.0-dev\n", "X", "-j -C src EXE=X"},
		{"with a version alone", "EXE = 1.2\n", "1.2", "-j -C src EXE=1.2"},
		{"with a number that is none", "EXE = rook64\n", "rook64", "-j -C src EXE=rook64"},
		{"with known variables", "NAME = Rook\nVERSION = 3\nEXE := $(NAME)-$(VERSION)-$(ARCH)\n", "Rook", "-j -C src EXE=Rook"},
		{"by a variable that is not known", "NAME := $(shell cat name)\nEXE = $(NAME)-1\n", "My-Castle", "-j -C src EXE=My-Castle"},
		{"empty", "EXE=\npublish:\n\tmv a $(EXE)\n", "My-Castle", "-j -C src EXE=My-Castle"},
		{"never set", "ifdef EXE\n\tOUT = $(EXE)\nendif\nall:\n\tnim c a.nim\n", "My-Castle", "-j -C src EXE=My-Castle"},
		{"used alone", "all: a.c\n\tgcc a.c -o$(EXE)\n", "My-Castle", "-j -C src EXE=My-Castle"},
		{"the name of a folder", "EXE = $(NAME)\nNAME = nets\n", "nets-engine", "-j -C src EXE=nets-engine"},
		{"in another folder", "EXE = rook\nBIN = ../bin\nall:\n\tgcc a.c -o $(BIN)/$(EXE)\n", "../bin/rook", "-j -C src EXE=rook"},
		{"overridden", "override EXE = rook-2\nall:\n\tgcc a.c -o $(EXE)\n", "rook-2", "-j -C src"},
		{"as an extension", "TARGET = rook\nEXE =\nall:\n\tgcc a.c -o $(TARGET)$(EXE)\n", "rook", "-j -C src"},
		{"as an extension of Windows", "ifeq ($(OS),Windows_NT)\nEXE = .exe\nendif\nTARGET = rook\n", "rook", "-j -C src"},
		{"of another variable", "TARGET = rook-2\n", "rook-2", "-j -C src"},
		{"with an extension that is empty elsewhere", "NAME := rook\nifeq ($(OS), Windows_NT)\n\tSUFFIX := .exe\nelse\n\tSUFFIX :=\nendif\nEXE := $(NAME)$(SUFFIX)\n", "rook", "-j -C src EXE=rook"},
		{"download beside the program", "EXE = rook\nall: download $(EXE)\ndownload:\n\tcurl -sOL URL\n", "rook", "-C src EXE=rook"},
		{"remark on a download", "EXE = rook # by wget\n# curl\n", "rook", "-j -C src EXE=rook"},
		{"build beside the default", "EXE = rook\nall: a\nbuild: b\n", "rook", "-j -C src EXE=rook"},
		{"build where help is the default", "EXE = rook\n.PHONY: all help\n\nhelp:\n\t@echo x\nbuild: b\n", "rook", "-j -C src build EXE=rook"},
		{"build where the default is to help", "EXE = rook\ndefault: help\nhelp:\nbuild: b\n", "rook", "-j -C src build EXE=rook"},
		{"build where help is named", ".DEFAULT_GOAL := help\nEXE = rook\nall:\nbuild: b\n", "rook", "-j -C src build EXE=rook"},
		{"another default is named", ".DEFAULT_GOAL := all\nEXE = rook\nhelp:\nbuild: b\n", "rook", "-j -C src EXE=rook"},
		{"Clang, which is not installed", "EXE = rook\nCC  := clang\nCXX ?= clang++ # or newer\n", "rook", "-j -C src EXE=rook CC=gcc CXX=g++"},
		{"Clang for two machines", "EXE = rook\nifdef ARM\nCXX = armv7a-clang++\nelse\nCXX=clang++\nendif\n", "rook", "-j -C src EXE=rook CXX=g++"},
		{"one of two compilers", "EXE = rook\nifeq ($(COMP),clang)\nCXX = clang++\nelse\nCXX = g++\nendif\n", "rook", "-j -C src EXE=rook"},
		{"GCC", "EXE = rook\nCXX = g++\n", "rook", "-j -C src EXE=rook"},
		{"in quotes", "EXE=\"rook\"\nPA=\"./\"\nrun:\n\t$(PA)$(EXE)\n", "rook", "-j -C src"},
		{"in quotes with an extension", "EXE=\"rook.exe\"\nall:\n\t$(PA)$(EXE)\n", "rook", "-j -C src"},
		{"help without build", "EXE = rook\nhelp:\n", "rook", "-j -C src EXE=rook"},
	} {
		tree := fstest.MapFS{"src/Makefile": {Data: []byte(test.makefile)}, "src/nets/a": {}}
		got := makeProject(repository{tree, "My Castle", func(program string) bool { return program == "gcc" || program == "g++" }}, "src/Makefile", test.makefile)
		wantCommand := "./src/" + test.program
		if test.name == "in another folder" {
			wantCommand = "./bin/rook"
		}
		if got.command != wantCommand || got.build != "make "+test.build {
			t.Errorf("%s: got %s by %q, want %s by %q", test.name, got.command, got.build, wantCommand, "make "+test.build)
		}
	}
}
