import Foundation

/// Words that the pages and the doc comments no longer use, because a word of the field means the same.
struct OldWords {
    /// What is written instead of each.
    static let replacements = [
        "told, tells": "reported, reports", "heard, hears": "reported, received", "news": "change",
        "set aside": "dead letter, failed update", "taken back, takes back": "revoked, refunded",
        "handed over, hands over": "delivered", "left behind": "timed out", "left over": "leftover, unfinished",
        "refuse, refusal": "reject, rejection", "outward call": "external call", "standing": "state",
        "duties": "steps due", "judged": "verified", "genuine": "verified", "flight": "shared request",
        "line of periods": "subscription", "named reader": "consumer", "whatever, whoever": "any, every",
    ]

    private static var pattern: Regex<Substring> {
        #/
        \b(?:told|tells|heard|hears|news|sets?\ aside|taken\ back|takes?\ back|handed\ over|hands?\ over|left\ behind
        |left[\ -]over|refus\w+|outward|standing|duties|judged|genuine|flights?|lines?\ of\ (?:periods|purchases)
        |named\ readers?|grieve\w*|whatever|whoever)\b
        /#
        .ignoresCase()
    }

    /// How each old word begins: a line without these needs no search by the pattern, which takes far longer.
    private static let beginnings = [
        "told", "tells", "hear", "news", "set", "take", "hand", "left", "refus", "outward", "standing", "duties",
        "judged", "genuine", "flight", "line", "named", "grieve", "whatever", "whoever",
    ].map { Array($0.utf8) }

    /// Whether a word of a line begins as an old word does.
    private static func mayBeFound(in line: some StringProtocol) -> Bool {
        line.utf8.split { !(0x61...0x7a).contains($0 | 0x20) }.contains { word in
            beginnings.contains { $0.count <= word.count && zip($0, word).allSatisfy { $0 == $1 | 0x20 } }
        }
    }

    /// The old words of a line; what is code in it is passed over, since names of the API are spelled as they are.
    static func found(in line: some StringProtocol) -> [String] {
        guard mayBeFound(in: line) else { return [] }
        return String(line).replacing(#/``?[^`]*``?/#, with: " ").matches(of: pattern).map { $0.output.lowercased() }
    }

    /// The old words of a page's prose; blocks of code are passed over.
    static func found(onPage text: String) -> [String] {
        var isCode = false
        return text.split(separator: "\n", omittingEmptySubsequences: false).flatMap { line in
            let isFence = line.drop { $0 == " " }.hasPrefix("```")
            if isFence { isCode.toggle() }
            return isCode || isFence ? [] : found(in: line)
        }
    }

    private static let members: Set<Substring> = ["case", "func", "var", "static", "init", "subscript"]

    /// The old words in the doc comments of a source file's public declarations.
    static func found(inSource text: String) -> [String] {
        /// A brace that is open, by its depth of indentation, and whether what is declared in it may be public without saying so.
        var open: [(depth: Int, isPublic: Bool)] = []
        var comment: [Substring] = []
        var words: [String] = []
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            let code = line.drop { $0 == " " }
            let depth = line.count - code.count
            if code.hasPrefix("///") {
                comment.append(code.dropFirst(3))
                continue
            }
            if code.isEmpty || code.hasPrefix("@") { continue }
            while let last = open.last, last.depth >= depth { open.removeLast() }
            let declaration = code.prefix { $0 != "{" && $0 != "=" }.split { $0 == " " || $0 == "(" }
            let isPublic = declaration.contains("public")
            let isInside = open.last?.isPublic == true && declaration.first.map(members.contains) == true
            if isPublic || isInside { words += comment.flatMap { found(in: $0) } }
            comment = []
            if declaration.contains("enum") || declaration.contains("protocol") { open.append((depth, isPublic)) }
        }
        return words
    }
}
