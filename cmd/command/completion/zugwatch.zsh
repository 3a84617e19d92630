#compdef zugwatch
# Completion of zugwatch for zsh.
_zugwatch() {
  local -a found
  local word about
  while IFS=$'\t' read -r word about; do
    found+=("${word//:/\\:}:${about}")
  done < <(zugwatch complete -- "${(@)words[2,CURRENT]}" 2>/dev/null)
  if (( $#found )); then
    _describe zugwatch found
  else
    _files
  fi
}
compdef _zugwatch zugwatch
