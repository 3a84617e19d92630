# Completion of zugwatch for fish.
function __zugwatch_complete
    set -l before (commandline -opc)
    set -l typed (commandline -ct)
    set -l found (zugwatch complete -- $before[2..-1] "$typed" 2>/dev/null)
    if test (count $found) -gt 0
        printf '%s\n' $found
    else
        __fish_complete_path "$typed"
    end
end
complete -c zugwatch -f -a '(__zugwatch_complete)'
