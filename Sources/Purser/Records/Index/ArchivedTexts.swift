/// The texts that archived transactions share, each kept once: products, prices, storefronts, accounts.
struct ArchivedTexts: Sendable {
    private(set) var texts = ByteStrings()
    private var indexes = QuickTable<Fingerprint, UInt64>()
    /// The index that a field had last: most of them repeat.
    private var latest: [UInt64] = []
    private let hash: KeyedHash

    /// The limit of the total length of all texts: they are one record of a snapshot, which has a limit, too.
    private static let byteLimit = 8 << 20
    private static let fieldCount = 27

    init(_ hash: KeyedHash) { self.hash = hash }

    /// Whether a field of a transaction shares its text: the product, the subscription group, the account, the offer,
    /// the price and its currency, the storefront, the app transaction, the bundle identifier.
    private static func isShared(_ field: UInt64) -> Bool {
        switch field {
        case 3, 13...15, 17...19, 24...26: true
        default: false
        }
    }

    mutating func restore(_ texts: ByteStrings) {
        self = ArchivedTexts(hash)
        self.texts = texts
        for index in 0..<texts.count { indexes.put(UInt64(index), for: texts.read(index) { hash.fingerprint(of: $0) }) }
    }

    /// Writes the fields of an update, with indexes in place of its transaction's texts.
    mutating func share(_ update: UnsafeRawBufferPointer, to writer: inout FieldWriter) {
        writer.copy(update) { field, value, writer in
            if case .bytes(let start, let count) = value, Self.isShared(field),
                let index = index(UnsafeRawBufferPointer(start: start, count: count), Int(field))
            {
                writer.field(field, index)
            } else {
                writer.field(field, value)
            }
        }
    }

    /// Writes the fields of an update, with the texts of its transaction; an index without a text stays.
    func restore(_ update: UnsafeRawBufferPointer, to writer: inout FieldWriter) {
        writer.copy(update) { field, value, writer in
            if case .number(let index) = value, Self.isShared(field), index < UInt64(texts.count) {
                texts.read(Int(index)) { writer.field(field, bytes: $0) }
            } else {
                writer.field(field, value)
            }
        }
    }

    /// The index of a text, which it gets now if it has none; `nil` when the list is full.
    private mutating func index(_ text: UnsafeRawBufferPointer, _ field: Int) -> UInt64? {
        if latest.isEmpty { latest = [UInt64](repeating: .max, count: Self.fieldCount) }
        let last = latest[field]
        if last != .max, texts.read(Int(last), { $0.elementsEqual(text) }) { return last }
        let key = hash.fingerprint(of: text)
        guard let index = indexes[key] ?? add(text, key) else { return nil }
        latest[field] = index
        return index
    }

    private mutating func add(_ text: UnsafeRawBufferPointer, _ key: Fingerprint) -> UInt64? {
        // With what each needs in a record beside its bytes.
        guard texts.size + text.count + 8 * (texts.count + 1) <= Self.byteLimit else { return nil }
        let index = UInt64(texts.count)
        texts.append(text)
        indexes.put(index, for: key)
        return index
    }
}

extension FieldWriter {
    /// Copies the fields of an update; `body` writes those of its transaction.
    fileprivate mutating func copy(
        _ update: UnsafeRawBufferPointer, _ body: (UInt64, FieldReader.Value, inout FieldWriter) -> Void
    ) {
        FieldReader(update)?.readAll { number, value in
            guard number == 4, case .bytes(let start, let count) = value else { return field(number, value) }
            message(number) { writer in FieldReader(start, count: count).readAll { body($0, $1, &writer) } }
        }
    }
}
