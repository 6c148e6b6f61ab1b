import Foundation
import Purser
import PurserSimulator

/// The words after a command, sorted by its syntax.
///
/// Options may be at any place, as `--name value` or `--name=value`; after `--` every word is an operand.
struct Arguments: Sendable {
    /// The chosen action of a command that has several.
    private(set) var action: Action?
    private(set) var operands: [String] = []
    private var values: [String: [String]] = [:]

    /// Whether `--help` or `-h` was given; the words were then not checked for completeness.
    var asksForHelp: Bool { has("help") }

    init(_ words: [String], of command: Command) throws(UsageError) {
        let options = Dictionary(command.allOptions.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
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
        if !asksForHelp { try checkCompleteness(command) }
    }

    func has(_ name: String) -> Bool { values[name] != nil }

    func all(_ name: String) -> [String] { values[name] ?? [] }

    /// The value of an option, or the operand that has this name in the action's form, such as `ID`.
    func value(_ name: String) -> String? {
        let names = action?.operands.split { " []…".contains($0) } ?? []
        return values[name]?.last
            ?? names.firstIndex { $0 == name }.flatMap { $0 < operands.count ? operands[$0] : nil }
    }

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

    private mutating func checkCompleteness(_ command: Command) throws(UsageError) {
        if !command.actions.isEmpty {
            guard !operands.isEmpty else { throw UsageError("\(command.usage) is missing") }
            let name = operands.removeFirst()
            action = command.actions.first { $0.name == name }
            guard action != nil else {
                let forms = command.actions.map(\.form).joined(separator: ", ")
                let question = Nearest.question(name, command.words)
                throw UsageError(
                    "there is no “\(command.name) \(name)”; write purser \(command.name) \(forms)\(question)")
            }
        }
        let form = action?.operands ?? command.operands
        let words = form.split(separator: " ")
        let limit = form.contains("…") ? 1_000 : words.count
        if operands.count > limit { throw UsageError("“\(operands[limit])” is one word too many") }
        if operands.count < words.count(where: { !$0.hasPrefix("[") }) {
            throw UsageError(
                action.map { "\($0.name) needs \(form): purser \(command.name) \($0.form)" } ?? "\(form) is missing")
        }
        if operands.contains("") { throw UsageError("\(form) is empty") }
        // A running App Store has its own file and folder.
        guard values[OptionSyntax.attach.name] == nil else { return }
        for option in command.options where option.isRequired && values[option.name] == nil {
            throw UsageError("\(HelpText.spelled(option)) is missing")
        }
    }
}

extension Arguments {
    private func spelled(_ name: String) -> String { has(name) ? "--\(name)" : name }

    /// A value as a whole number within a range.
    func number<Number: FixedWidthInteger>(_ name: String, in range: ClosedRange<Number>) throws(UsageError)
        -> Number?
    {
        guard let text = value(name) else { return nil }
        guard let number = Number(text), range.contains(number) else {
            let limits =
                range.upperBound == .max ? "\(range.lowerBound) or more" : "\(range.lowerBound) to \(range.upperBound)"
            throw UsageError("\(spelled(name)) needs a whole number, \(limits), not “\(text)”")
        }
        return number
    }

    func uuid(_ name: String) throws(UsageError) -> UUID? {
        guard let text = value(name) else { return nil }
        guard let uuid = UUID(uuidString: text) else {
            throw UsageError(
                "\(spelled(name)) needs a UUID such as 7C9E6679-7425-40DE-944B-E07FC1F90AE7, not “\(text)”")
        }
        return uuid
    }

    /// The value of `--durability`; `.synced` by default.
    func durability() throws(UsageError) -> LedgerDurability {
        switch value("durability") {
        case nil, "synced": return .synced
        case "buffered": return .buffered
        case let text?: throw UsageError("--durability wants synced or buffered, not “\(text)”")
        }
    }

    /// All values of an option that are `key=value`.
    func keysAndValues(_ name: String) throws(UsageError) -> [(String, String)] {
        var pairs: [(String, String)] = []
        for text in all(name) {
            guard let (_, key, value) = text.wholeMatch(of: #/([^=]+)=(.*)/#.dotMatchesNewlines())?.output else {
                throw UsageError("--\(name) needs key=value, not “\(text)”")
            }
            pairs.append((String(key), String(value)))
        }
        return pairs
    }

    /// The same, where each key is given once.
    func pairs(_ name: String) throws(UsageError) -> [String: String] {
        var pairs: [String: String] = [:]
        for (key, value) in try keysAndValues(name) where pairs.updateValue(value, forKey: key) != nil {
            throw UsageError("--\(name) has the key “\(key)” twice")
        }
        return pairs
    }
}
