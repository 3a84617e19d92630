# Completion of zugwatch for fish.
function __zugwatch_complete
    set -l before (commandline -opc)
    set -l typed (commandline -ct)
    zugwatch complete -- $before[2..-1] "$typed" 2>/dev/null
end
complete -c zugwatch -a '(__zugwatch_complete)'
