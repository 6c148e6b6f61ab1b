import Purser

struct ProductListReader {
    /// The most entries of a list; variants of discounts multiply.
    static let maximumEntries = 100_000

    private let file: JSONReader
    var log: FileDiagnosticLog
    private(set) var entries: [ProductList.Entry] = []
    private var seen: Set<String> = []

    init(_ file: JSONReader) {
        self.file = file
        log = file.log
    }

    mutating func read() throws(ProductFileFailure) {
        switch file.root.value {
        case .array:
            for node in file.root.elements(&log) { element(node) }
        case .object(let members):
            try dictionary(JSONObject(members: members))
        default:
            throw file.unexpected("a product list must be an array or a dictionary, not \(file.root.value.kind)")
        }
    }

    private mutating func element(_ node: JSONNode) {
        switch node.value {
        case .string: identifier(node, ProductList.Entry(id: ""))
        case .object(let members):
            let object = JSONObject(members: members, path: node.path)
            if isPlain(object) { plainEntry(object) } else { bazaarEntry(object) }
        default:
            log.error(node.path, "an identifier or an object is expected, not \(node.value.kind); it is skipped")
        }
    }

    /// Adds an entry for a plain identifier; a repeated one is skipped with a warning.
    mutating func identifier(_ node: JSONNode, _ entry: ProductList.Entry) {
        guard case .string(let text) = node.value else {
            log.error(node.path, "an identifier is expected, not \(node.value.kind); it is skipped")
            return
        }
        guard let id = ProductIdentifier.checked(text, at: node.path, &log) else { return }
        guard !seen.contains(id) else {
            log.warn(node.path, "\"\(id)\" is already in the list; remove one of the two")
            return
        }
        var entry = entry
        entry.id = id
        add(entry, at: node.path)
    }

    /// Adds an entry unless there is one with its identifier; `false` when it was skipped.
    @discardableResult
    mutating func add(_ entry: ProductList.Entry, at path: String) -> Bool {
        guard entries.count < Self.maximumEntries else {
            log.error(path, "the list has more than \(Self.maximumEntries) products; the rest is skipped")
            return false
        }
        guard seen.insert(entry.id).inserted else {
            log.error(path, "\"\(entry.id)\" is already in the list; this one is skipped")
            return false
        }
        entries.append(entry)
        return true
    }

    private mutating func dictionary(_ root: JSONObject) throws(ProductFileFailure) {
        if root["Products"] != nil || root["Subscriptions"] != nil {
            sections(root)
        } else if root["subscriptionGroups"] != nil {
            throw file.unexpected(
                "this is a StoreKit configuration; read it with StoreKitConfiguration (PurserSimulator)")
        } else if file.format == .propertyList {
            if let reason = reasonAgainstIdentifiers(root) { throw file.unexpected(reason) }
            // Identifiers with labels for people. A dictionary has no order, so the alphabet decides.
            for id in root.members.keys.sorted() {
                identifier(JSONNode(.string(id), path: root.path(to: id)), ProductList.Entry(id: ""))
            }
        } else {
            throw file.unexpected("a JSON product list is an array of identifiers or of objects, and this is an object")
        }
    }

    /// Reads `Products` beside `Subscriptions`, as in StoreHelper; a subscription's position in its group is its level.
    private mutating func sections(_ root: JSONObject) {
        for node in root.elements("Products", &log) {
            let isSectioned = root["Subscriptions"] != nil
            identifier(node, isSectioned ? ProductList.Entry(id: "") : entryByName(node.value))
        }
        for section in root.objects("Subscriptions", &log) {
            let group = section.string("Group", &log)
            if group == nil { log.warn(section.path(to: "Group"), "the name of the group is missing") }
            for (index, node) in section.elements("Products", &log).enumerated() {
                identifier(
                    node,
                    ProductList.Entry(
                        id: "", type: .autoRenewable, subscriptionGroup: group, groupLevel: index + 1))
            }
        }
    }

    /// Reads an entry of older lists, which have the group in the identifier: `com.author.subscription.group.product`.
    private func entryByName(_ value: JSONValue) -> ProductList.Entry {
        guard case .string(let id) = value else { return ProductList.Entry(id: "") }
        let parts = id.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 5, parts[2] == "subscription" else { return ProductList.Entry(id: "") }
        return ProductList.Entry(id: "", type: .autoRenewable, subscriptionGroup: String(parts[3]))
    }
}
