import Purser
import PurserSimulator

/// The products that a word may mean: `com.example.garden.greenhouse`, `greenhouse`, its reference name, or its number in the list.
struct ProductNames: Sendable {
    /// The identifiers, in the order of the file.
    let ids: [String]
    /// The reference names of those that have one, by identifier.
    private let references: [String: String]

    /// The names of these products.
    init(_ ids: [String], references: [String: String] = [:]) {
        self.ids = ids
        self.references = references
    }

    /// The product that a word means: an identifier, a number of the list, or the end behind a dot or the reference name of just
    /// one.
    func meant(_ word: String) -> String? {
        if ids.contains(word) { return word }
        if let number = Int(word), ids.indices.contains(number &- 1) { return ids[number - 1] }
        let candidates = candidates(word)
        return candidates.count == 1 ? candidates[0] : nil
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
        let candidates = candidates(word)
        guard candidates.count > 1 else { return nil }
        return ToolError(
            "“\(word)” may be \(candidates.map { Line.single($0) }.joined(separator: " or ")); write more of it")
    }

    /// Such as `; did you mean greenhouse?`; nothing where no name is near.
    func question(_ word: String) -> String {
        Nearest.question(word, ids + ids.flatMap(Self.tails) + references.values.sorted())
    }

    private func candidates(_ word: String) -> [String] {
        guard !word.isEmpty else { return [] }
        let name = word.lowercased()
        return ids.filter { $0.lowercased().hasSuffix("." + name) || references[$0]?.lowercased() == name }
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
    var productNames: ProductNames {
        let catalog = catalog
        let ids = catalog.products.map(\.id)
        let references = ids.compactMap { id in catalog.referenceName(of: id).map { (id, $0) } }
        return ProductNames(ids, references: Dictionary(references, uniquingKeysWith: { first, _ in first }))
    }
}
