import Purser
import PurserSimulator

/// The products, by their names: `com.example.garden.greenhouse`, `greenhouse`, the reference name, or the number in
/// the list.
struct ProductNames: Sendable {
    /// The identifiers, in the order of the file.
    let ids: [String]
    private let references: [String: String]

    init(_ ids: [String]) { self.init(named: ids.map { ($0, nil) }) }

    init(named products: [(id: String, reference: String?)]) {
        ids = products.map(\.id)
        let named = products.compactMap { product in product.reference.map { (product.id, $0) } }
        references = Dictionary(named, uniquingKeysWith: { first, _ in first })
    }

    /// The product for a word: an identifier, a number in the list, or a reference name or identifier's end that is
    /// unique.
    func meant(_ word: String) -> String? {
        if ids.contains(word) { return word }
        if let number = Int(word), ids.indices.contains(number &- 1) { return ids[number - 1] }
        let candidates = candidates(word)
        return candidates.count == 1 ? candidates[0] : nil
    }

    /// The product for a word.
    func find(_ word: String, _ message: @autoclosure () -> String) throws(ToolError) -> String {
        if let id = meant(word) { return id }
        if let several = several(word) { throw several }
        throw ToolError(message() + question(word))
    }

    /// The error for an ambiguous word; `nil` if it is not ambiguous.
    func several(_ word: String) -> ToolError? {
        let candidates = candidates(word)
        guard candidates.count > 1 else { return nil }
        return ToolError(
            "“\(word)” may be \(candidates.map { Line.single($0) }.joined(separator: " or ")); write a longer part")
    }

    /// The question, such as `; did you mean greenhouse?`; empty if no name is similar.
    func question(_ word: String) -> String {
        Nearest.question(word, ids + ids.flatMap(Self.tails) + references.values.sorted())
    }

    private func candidates(_ word: String) -> [String] {
        guard !word.isEmpty else { return [] }
        let name = word.lowercased()
        return ids.filter { $0.lowercased().hasSuffix("." + name) || references[$0]?.lowercased() == name }
    }

    /// The part after each dot of an identifier, the longest first.
    static func tails(_ id: String) -> [String] {
        id.indices.filter { id[$0] == "." }.map { String(id[id.index(after: $0)...]) }.filter { !$0.isEmpty }
    }

    /// The completions of a beginning.
    ///
    /// Identifiers come first; if none matches, the ends of identifiers are used.
    func completions(of beginning: String) -> [String] {
        let whole = ids.filter { $0.hasPrefix(beginning) }
        guard whole.isEmpty, !beginning.isEmpty else { return whole }
        return ids.flatMap(Self.tails).filter { $0.hasPrefix(beginning) && meant($0) != nil }
    }
}

extension StoreFile {
    var productNames: ProductNames {
        let catalog = catalog
        return ProductNames(named: catalog.products.map { ($0.id, catalog.referenceName(of: $0.id)) })
    }
}

extension Nearest {
    /// The question after a message, such as `; did you mean buy?`; empty if no candidate is similar.
    static func question(_ word: String, _ candidates: some Sequence<String>) -> String {
        self.word(to: word, of: candidates).map { "; did you mean \(Line.single($0))?" } ?? ""
    }
}
