/// The products that archived transactions name by their indexes.
package struct ArchivedProducts: Sendable {
    /// Their identifiers, in the order of their indexes.
    package private(set) var names: [String]
    private var indexes: [String: UInt16] = [:]
    private var latest: (name: String, index: UInt16)?
    private var bytes = 0

    /// The limit of the total length of all names: they are one record of a snapshot, and a record has a limit of its
    /// own.
    private static let byteLimit = 8 << 20

    /// The products of a snapshot.
    package init(_ names: [String] = []) {
        self.names = names
        for (index, name) in names.enumerated() {
            indexes[name] = UInt16(clamping: index)
            bytes += name.utf8.count
        }
    }

    /// The product at an index; `nil` when there is none.
    func name(at index: UInt16) -> String? { Int(index) < names.count ? names[Int(index)] : nil }

    /// A product's index; `nil` when it has none.
    func index(of name: String) -> UInt16? {
        // A run of the same product costs one dictionary look-up.
        if let latest, latest.name == name { return latest.index }
        return indexes[name]
    }

    /// A product's index, which it gets now if it has none; `nil` when the list is full.
    mutating func add(_ name: String) -> UInt16? {
        if let latest, latest.name == name { return latest.index }
        let known = indexes[name]
        guard let index = known ?? UInt16(exactly: names.count) else { return nil }
        if known == nil {
            guard bytes + name.utf8.count <= Self.byteLimit else { return nil }
            bytes += name.utf8.count
            names.append(name)
            indexes[name] = index
        }
        latest = (name, index)
        return index
    }
}
