/// Finished consumables as encoded updates, without their payments and signed forms.
struct TransactionArchive: Sendable {
    private(set) var table = ArchiveTable()
    private var texts: ArchivedTexts
    private let origin: UpdateOrigin

    init(_ hash: KeyedHash, _ origin: UpdateOrigin) {
        texts = ArchivedTexts(hash)
        self.origin = origin
    }

    var count: Int { table.count }

    /// A transaction as it was archived; `nil` when it is not archived.
    ///
    /// One that cannot be decoded is still known, as another purchase than any that is reported: it is never granted
    /// again.
    subscript(_ key: Fingerprint) -> LedgerTransaction? { table.read(key) { transaction($0) } }

    mutating func insert(_ known: LedgerTransaction, _ key: Fingerprint) {
        FieldWriter.bytes { writer in
            known.update.write(known.transaction, nil, isSigned: false, to: &writer)
            writer.field(15, UInt64(known.progress.steps.rawValue))
        } _: { update in
            FieldWriter.bytes { writer in
                key.write(to: &writer)
                texts.share(update, to: &writer)
            } _: { entry in
                table.insert(entry)
            }
        }
    }

    private func transaction(_ shared: UnsafeRawBufferPointer) -> LedgerTransaction {
        FieldWriter.bytes {
            texts.restore(shared, to: &$0)
        } _: { bytes in
            var steps = UInt64(0)
            let update = FieldReader(bytes).flatMap { try? StoreUpdate($0, stepsDue: &steps, of: origin) }
            return LedgerTransaction(update ?? unreadable, steps: .init(rawValue: UInt16(truncatingIfNeeded: steps)))
        }
    }

    private var unreadable: StoreUpdate {
        StoreUpdate(
            sequence: 0, phase: .complete, kind: .changed, transaction: StoreTransaction(.blank), intent: nil,
            recordTime: .zero, origin: origin)
    }
}

// MARK: - Snapshots

extension TransactionArchive {
    func write(_ body: (LedgerPiece) throws -> Void) rethrows {
        try body(.archivedTexts(texts.texts))
        try table.portions { try body(.archived($0)) }
    }

    var all: [LedgerTransaction] {
        var all: [LedgerTransaction] = []
        table.portions { portion in
            for index in 0..<portion.count {
                all.append(portion.read(index) { transaction(ArchiveTable.content(of: $0)) })
            }
        }
        return all
    }

    mutating func restore(_ texts: ByteStrings) { self.texts.restore(texts) }

    mutating func restore(archived: ByteStrings) {
        for index in 0..<archived.count { archived.read(index) { table.insert($0) } }
    }
}
