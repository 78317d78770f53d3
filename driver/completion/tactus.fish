# Part of Tactus, under the MIT licence. See LICENSE for details.
#
# Completion for fish. `tactus complete` knows what there is (driver/completion.cpp); where it names nothing, fish
# completes files.

function __tactus_complete
    set -l words (commandline -opc) (commandline -ct)
    set -l command tactus
    if string match -q '*/*' -- $words[1]
        set command (string replace -r '[^/]*$' tactus -- (string replace -r '^~' $HOME -- $words[1]))
    end
    set -l found ($command complete -- $words 2>/dev/null)
    if test (count $found) -gt 0
        printf '%s\n' $found
    else
        __fish_complete_path (commandline -ct)
    end
end

for command in tactus tactus-clang tactus-clang++ tactus-flang
    complete -c $command -f -a '(__tactus_complete)'
end
