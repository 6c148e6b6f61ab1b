/// What a Swift source says, without its comments and the texts in it, as far as folders' dependencies need it.
struct SwiftWords: Sendable {
    /// The names of types that the file declares at its top level; private ones do not count.
    private(set) var declared: Set<String> = []
    /// The capitalised words that do not follow a dot: each may be the name of a type.
    private(set) var used: Set<String> = []

    private var depth = 0
    private var isPrivate = false
    private var awaitsName = false

    private static let kinds: Set<String> = ["struct", "class", "enum", "actor", "protocol", "typealias"]
    private static let others: Set<String> = ["func", "var", "let", "extension", "import"]

    /// Reads a file's text.
    init(_ text: String) {
        var scan = SwiftScan(text)
        while let token = scan.next() {
            switch token {
            case .open: depth += 1
            case .close: depth -= 1
            case .word(let word, let followsDot): take(word, followsDot: followsDot)
            }
        }
    }

    private mutating func take(_ word: String, followsDot: Bool) {
        if word.first?.isUppercase == true, word.count > 1, !followsDot { used.insert(word) }
        guard depth == 0 else { return }
        if awaitsName {
            if !isPrivate { declared.insert(word) }
            (awaitsName, isPrivate) = (false, false)
        } else if Self.kinds.contains(word), !followsDot {
            awaitsName = true
        } else if Self.others.contains(word) {
            isPrivate = false
        } else if word == "private" || word == "fileprivate" {
            isPrivate = true
        }
    }
}
