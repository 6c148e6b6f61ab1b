import Purser
import PurserSimulator

/// The words after a command, sorted by its syntax.
///
/// Options may be at any place, as `--name value` or `--name=value`; after `--` every word is an operand.
struct Arguments: Sendable {
    /// The chosen action of a command that has several; otherwise empty.
    private(set) var action = ""
    private(set) var operands: [String] = []
    private var values: [String: [String]] = [:]

    /// Whether `--help` or `-h` was given; the words were then not checked for completeness.
    var asksForHelp: Bool { has("help") }

    /// Sorts the words.
    ///
    /// - Throws: ``UsageError`` for the first invalid word.
    init(_ words: [String], syntax: CommandSyntax) throws(UsageError) {
        let options = Dictionary(
            syntax.allOptions.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
        var rest = words[...]
        while let word = rest.popFirst() {
            if word == "--" {
                operands += rest
                break
            }
            let typed = word == "-h" ? "--help" : word
            guard typed.hasPrefix("-"), typed != "-" else {
                operands.append(word)
                continue
            }
            try read(typed, &rest, options)
        }
        if !asksForHelp { try checkCompleteness(syntax) }
    }

    /// Whether a switch was given.
    func has(_ name: String) -> Bool { values[name] != nil }

    /// All values of an option, in order.
    func all(_ name: String) -> [String] { values[name] ?? [] }

    /// The value of an option; `nil` if it was not given.
    func value(_ name: String) -> String? { values[name]?.last }

    private mutating func read(
        _ word: String, _ rest: inout ArraySlice<String>, _ options: [String: OptionSyntax]
    ) throws(UsageError) {
        let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        let written = String(parts[0])
        guard written.hasPrefix("--"), let option = options[String(written.dropFirst(2))] else {
            throw UsageError("there is no option “\(written)”")
        }
        guard option.isRepeatable || values[option.name] == nil || option.value == nil else {
            throw UsageError("\(written) was given twice")
        }
        guard let placeholder = option.value else {
            guard parts.count == 1 else { throw UsageError("\(written) takes no value") }
            values[option.name] = []
            return
        }
        // A word that looks like an option is not a value; to use it as one, write it after “=”.
        let isLeftOut =
            parts.count == 1
            && rest.first.map { $0.hasPrefix("--") && options[String($0.dropFirst(2).prefix { $0 != "=" })] != nil }
                ?? true
        guard !isLeftOut, let value = parts.count == 2 ? String(parts[1]) : rest.popFirst() else {
            throw UsageError("\(written) needs a value: \(written) \(placeholder)")
        }
        guard !value.isEmpty else { throw UsageError("the value of \(written) is empty") }
        values[option.name, default: []].append(value)
    }

    private mutating func checkCompleteness(_ syntax: CommandSyntax) throws(UsageError) {
        var form = syntax.operands
        if !syntax.actions.isEmpty {
            guard !operands.isEmpty else { throw UsageError("\(syntax.usage) is missing") }
            action = operands.removeFirst()
            guard let chosen = syntax.actions.first(where: { $0.name == action }) else {
                let forms = syntax.actions.map(\.form).joined(separator: ", ")
                let question = Nearest.question(action, syntax.words)
                throw UsageError(
                    "there is no “\(syntax.name) \(action)”; write purser \(syntax.name) \(forms)\(question)")
            }
            form = chosen.operands
        }
        let count = CommandSyntax.count(form)
        if operands.count > count.upperBound {
            throw UsageError("“\(operands[count.upperBound])” is one word too many")
        }
        if operands.count < count.lowerBound {
            throw UsageError(
                action.isEmpty
                    ? "\(form) is missing" : "\(action) needs \(form): purser \(syntax.name) \(action) \(form)")
        }
        if operands.contains("") { throw UsageError("\(form) is empty") }
        // A running App Store has its own file and folder.
        guard values[OptionSyntax.attach.name] == nil else { return }
        for option in syntax.options where option.isRequired && values[option.name] == nil {
            throw UsageError("\(HelpText.spelled(option)) is missing")
        }
    }
}
