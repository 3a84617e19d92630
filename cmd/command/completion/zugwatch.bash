# Completion of zugwatch for bash.
_zugwatch() {
  local word
  COMPREPLY=()
  while IFS=$'\t' read -r word _; do
    printf -v word %q "$word"
    COMPREPLY+=("$word")
  done < <(zugwatch complete -- "${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
}
complete -o bashdefault -o default -F _zugwatch zugwatch
