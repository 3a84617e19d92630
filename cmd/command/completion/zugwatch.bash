# Completion of zugwatch for bash.
_zugwatch() {
  local typed=${COMP_WORDS[COMP_CWORD]} IFS=$'\n'
  COMPREPLY=($(compgen -W "$(zugwatch complete -- "${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null | cut -f1)" -- "$typed"))
}
complete -o bashdefault -o default -F _zugwatch zugwatch
