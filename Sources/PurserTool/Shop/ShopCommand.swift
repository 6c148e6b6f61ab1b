/// A command of the shop: its help, and how it is read.
struct ShopCommand: Sendable {
    /// Its name, and other names for it.
    let names: [String]
    /// The rows of `help`: each form of the command with its purpose.
    let help: [[String]]
    /// Reads the words behind the name.
    let read: @Sendable (inout TypedWords) throws -> ShopWish

    init(_ names: String..., help: [[String]], read: @escaping @Sendable (inout TypedWords) throws -> ShopWish) {
        (self.names, self.help, self.read) = (names, help, read)
    }

    /// A command with one form.
    init(_ form: String, _ purpose: String, _ read: @escaping @Sendable (inout TypedWords) throws -> ShopWish) {
        self.init(String(form.prefix { $0 != " " }), help: [[form, purpose]], read: read)
    }

    /// A command without further words.
    init(_ name: String, _ purpose: String, _ wish: ShopWish) { self.init(name, purpose) { _ in wish } }

    /// All commands, in the order of `help`.
    static let all = buying + looking + life + account + last

    static let helpRows = all.flatMap(\.help)

    /// The rows of `help` for the App Store of a running app, which decides about finishing and about consumers.
    static let attachedHelpRows: [[String]] = helpRows.compactMap { row in
        guard !row[0].hasPrefix("follow "), row[0] != "widget" else { return nil }
        let words = [" [manual]", " [in TIME]"].reduce(row[0]) { $0.replacing($1, with: "") }
        return [words, row[1].replacing("; or one after a time", with: "")]
    }

    /// The names of all commands, as they are completed.
    static let names = all.map { $0.names[0] }.sorted()

    /// The possible second words of a command, such as `on` and `off`.
    static func choices(_ name: String) -> [String] {
        let rows = all.first { $0.names.contains(name) }?.help ?? []
        return rows.flatMap { row in
            row[0].split { " []".contains($0) }.map(String.init)
                .filter { $0.allSatisfy(\.isLowercase) && !names.contains($0) }
        }
    }
}
