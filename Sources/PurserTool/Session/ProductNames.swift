import Purser
import PurserSimulator

/// The products that a word may mean: `com.example.garden.greenhouse`, `greenhouse`, or its number in the list.
struct ProductNames: Sendable {
    /// The identifiers, in the order of the file.
    let ids: [String]

    /// The names of these products.
    init(_ ids: [String]) { self.ids = ids }

    /// The product that a word means: an identifier, the end of just one behind a dot, or a number of the list.
    func meant(_ word: String) -> String? {
        if ids.contains(word) { return word }
        if let number = Int(word), ids.indices.contains(number &- 1) { return ids[number - 1] }
        let endings = endings(word)
        return endings.count == 1 ? endings[0] : nil
    }

    /// The product that a word means.
    ///
    /// - Parameter message: what is said where it means none, in front of the product that was probably meant.
    /// - Throws: ``ToolError``.
    func find(_ word: String, _ message: @autoclosure () -> String) throws(ToolError) -> String {
        if let id = meant(word) { return id }
        if let several = several(word) { throw several }
        throw ToolError(message() + question(word))
    }

    /// What is said of a word that means more than one product; `nil` where it does not.
    func several(_ word: String) -> ToolError? {
        let endings = endings(word)
        guard endings.count > 1 else { return nil }
        return ToolError(
            "“\(word)” may be \(endings.map { Line.single($0) }.joined(separator: " or ")); write more of it")
    }

    /// Such as `; did you mean greenhouse?`; nothing where no name is near.
    func question(_ word: String) -> String { Nearest.question(word, ids + ids.flatMap(Self.tails)) }

    private func endings(_ word: String) -> [String] {
        guard !word.isEmpty else { return [] }
        let ending = "." + word.lowercased()
        return ids.filter { $0.lowercased().hasSuffix(ending) }
    }

    /// What is behind each dot of an identifier, the longest first.
    static func tails(_ id: String) -> [String] {
        id.indices.filter { id[$0] == "." }.map { String(id[id.index(after: $0)...]) }.filter { !$0.isEmpty }
    }

    /// The words that a beginning can be completed to.
    ///
    /// Identifiers come first; the ends of identifiers are offered where none begins like this.
    func completions(of beginning: String) -> [String] {
        let whole = ids.filter { $0.hasPrefix(beginning) }
        guard whole.isEmpty, !beginning.isEmpty else { return whole }
        return ids.flatMap(Self.tails).filter { $0.hasPrefix(beginning) && meant($0) != nil }
    }
}

extension StoreFile {
    /// The names of what it sells.
    var productNames: ProductNames { ProductNames(catalog.products.map(\.id)) }
}
