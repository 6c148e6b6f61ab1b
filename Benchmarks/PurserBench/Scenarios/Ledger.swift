import Purser

extension Scenario {
    static let ledger = Scenario(
        name: "ledger", summary: "the file ledger: one caller beside one sync of the disk; appending, opening, size",
        options: [.purchases, .repeats]
    ) { bench in
        var rows = [try await LedgerRuns(bench: bench).oneCaller(min(1_000, bench.options.purchases ?? 1_000))]
        for count in bench.values(bench.options.purchases, else: [10_000, 100_000]) {
            rows += try await LedgerRuns(bench: bench).grown(to: count)
        }
        return rows
    }
}

private struct LedgerRuns {
    var bench: Bench

    /// One purchase at a time with every acknowledgement synced, beside one append and sync of a small record.
    func oneCaller(_ calls: Int) async throws -> Row {
        var stores: [Span] = []
        var floors: [Span] = []
        var syncs: [Double] = []
        for _ in 1...bench.repeats {
            bench.progress.show("ledger: one caller")
            floors.append(try DiskFloor.run(try ScratchFolder(), records: calls))
            let shop = try await Shop(.init(ledger: .file))
            stores.append(try await Callers(count: 1, calls: calls).run { try await shop.buy() }.span)
            syncs.append(Double(shop.storage.counts.syncs) / Double(calls))
            try await shop.close(expecting: calls)
        }
        return Row(
            "ledger", "one caller", "purchases", calls,
            [
                Figure(.time, stores.map { $0.wallNanoseconds(per: calls) }),
                Figure(.floorTime, floors.map { $0.wallNanoseconds(per: calls) }),
                Figure(.timesFloor, zip(stores, floors).map { $0.wall / $1.wall }),
                Figure(.observed("syncs"), syncs),
            ])
    }

    /// Fills a ledger, with and without sync, and opens it again: as it was written, and compacted.
    func grown(to count: Int) async throws -> [Row] {
        bench.progress.show("ledger: \(count) transactions, buffered")
        var rows = [try await OldLedger.make(count, .buffered).row]
        bench.progress.show("ledger: \(count) transactions, synced")
        let (folder, row) = try await OldLedger.make(count, .file)
        rows.append(row)
        rows.append(try await open(folder, "open", count))
        bench.progress.show("ledger: compacting \(count) transactions")
        try OldLedger.seal(folder)
        try OldLedger.compact(folder, count)
        rows.append(try await open(folder, "open, compacted", count))
        return rows
    }

    /// The peak is what the opening needs beyond what the process had before it.
    private func open(_ folder: ScratchFolder, _ series: String, _ count: Int) async throws -> Row {
        var spans: [Span] = []
        var bytes: [Double] = []
        var peaks: [Double] = []
        let size = try folder.ledgerSize()
        for _ in 1...bench.repeats {
            bench.progress.show("ledger: \(series), \(count) transactions")
            let canPeak = MemoryUse.resetPeak()
            let before = (inUse: MemoryUse.inUse, resident: MemoryUse.resident)
            let watch = Stopwatch()
            let shop = try await Shop(
                .init(subscribers: 0, ledger: .file, folder: folder, compacts: false, recorded: count))
            spans.append(watch.elapsed)
            if canPeak { peaks.append(Double(MemoryUse.peak - before.resident)) }
            bytes.append(Double(MemoryUse.inUse - before.inUse))
            try await shop.close(expecting: 0, others: count, finishing: 0)
        }
        var figures = Deliveries.figures(count, spans) + OldLedger.sizes(size, count)
        figures.insert(Figure(.time, spans.map { $0.wall * 1e9 }), at: 0)
        figures.append(Figure(.bytes, bytes))
        if !peaks.isEmpty { figures.append(Figure(.peak, peaks)) }
        return Row("ledger", series, "transactions", count, figures)
    }
}

/// A ledger in files that has a past: consumables that were told, recorded and finished, some at a time.
enum OldLedger {
    /// Writes one, and gives its folder and what writing it took.
    static func make(_ count: Int, _ ledger: LedgerKind) async throws -> (folder: ScratchFolder, row: Row) {
        let folder = try ScratchFolder()
        let past = Deliveries.consumables(count)
        let shop = try await Shop(.init(subscribers: 0, ledger: ledger, folder: folder, compacts: false))
        let watch = Stopwatch()
        await shop.backend.tellAndWait(past)
        try await shop.close(expecting: 0, others: count)
        let name = ledger == .file ? "append, synced" : "append, buffered"
        let figures = Deliveries.figures(count, [watch.elapsed]) + sizes(try folder.ledgerSize(), count)
        return (folder, Row("ledger", name, "transactions", count, figures))
    }

    static func sizes(_ size: Int, _ count: Int) -> [Figure] {
        [Figure(.size, Double(size)), Figure(.sizeEach, Double(size) / Double(count))]
    }

    /// Ends the last log, so that a compaction takes in everything.
    static func seal(_ folder: ScratchFolder) throws {
        let storage = folder.storage(durability: .buffered, logSize: 1)
        try storage.load { _ in }
        // A record that says nothing new.
        try storage.append([.consumer("purser-bench", nil)], isUrgent: true)
        storage.close()
    }

    /// Compacts what nobody has open, and keeps as many updates as a store keeps.
    @discardableResult
    static func compact(_ folder: ScratchFolder, _ count: Int) throws -> Span {
        let storage = folder.storage()
        defer { storage.close() }
        try storage.load { _ in }
        let watch = Stopwatch()
        let first = firstKept(count)
        try storage.compact { _, _ in first }
        return watch.elapsed
    }

    static func firstKept(_ count: Int) -> UInt64 { UInt64(max(1, count - Shop.Setup().keptUpdates)) }
}
