/// The completions that shells offer after `purser`, made from the commands' syntax.
enum Completions {
    /// Bash's completion, which zsh can run.
    ///
    /// The first time, zsh runs the whole script to complete a word, so the script must complete it then too.
    static func zsh(_ commands: [Command]) -> String {
        """
        #compdef purser
        autoload -U +X bashcompinit && bashcompinit
        \(bash(commands))
        [ "${funcstack[1]}" = _purser ] && eval "${_comps[purser]}"
        """
    }

    static func bash(_ commands: [Command]) -> String {
        let names = commands.map(\.name).joined(separator: " ")
        let cases = commands.map { command in
            let words = command.words + command.allOptions.map { "--\($0.name)" }
            return "        \(command.name)) words='\(words.joined(separator: " "))' ;;"
        }
        return """
            _purser() {
                local word="${COMP_WORDS[COMP_CWORD]}" words=''
                COMPREPLY=()
                if [ "$COMP_CWORD" -eq 1 ]; then
                    words='\(names) help --help --version'
                else
                    case "${COMP_WORDS[1]}" in
            \(cases.joined(separator: "\n"))
                    help) words='\(names)' ;;
                    esac
                fi
                # Where nothing of this fits, the shell offers files.
                while IFS= read -r found; do
                    [ -n "$found" ] && COMPREPLY+=("$found")
                done < <(compgen -W "$words" -- "$word")
            }
            complete -o default -F _purser purser
            """
    }

    static func fish(_ commands: [Command]) -> String {
        var lines: [String] = []
        for command in commands {
            lines.append(
                "complete -c purser -n __fish_use_subcommand -f -a \(command.name) -d \(quoted(command.summary))")
            let isSeen = "-n \(quoted("__fish_seen_subcommand_from \(command.name)"))"
            for word in command.words { lines.append("complete -c purser \(isSeen) -f -a \(word)") }
            for option in command.allOptions {
                let value = option.value == nil ? "" : " -r"
                lines.append("complete -c purser \(isSeen) -l \(option.name)\(value) -d \(quoted(option.summary))")
            }
        }
        return lines.joined(separator: "\n")
    }

    private static func quoted(_ text: String) -> String {
        "'" + text.replacing("\\", with: "\\\\").replacing("'", with: "\\'") + "'"
    }
}
