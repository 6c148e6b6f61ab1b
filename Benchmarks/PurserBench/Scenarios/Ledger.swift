import Purser

extension Scenario {
    static let ledger = Scenario(
        name: "ledger", summary: "the file ledger: one sync, appending, opening; one caller beside the disk's floor"
    ) { bench in
        var rows = [try await LedgerRuns(bench: bench).oneCaller()]
        for count in bench.values(bench.options.purchases, else: [10_000, 100_000]) {
            rows += try await LedgerRuns(bench: bench).appendAndOpen(count)
        }
        return rows
    }
}

private struct LedgerRuns {
    var bench: Bench

    /// One purchase at a time with every acknowledgement synced, beside one append and sync of a small record.
    func oneCaller() async throws -> Row {
        let calls = 1_000
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

    /// Fills a ledger by a restore, with and without sync, and opens it again.
    func appendAndOpen(_ count: Int) async throws -> [Row] {
        var rows: [Row] = []
        let owned = Deliveries.transactions(count)
        for durability in [LedgerDurability.synced, .buffered] {
            let name = durability == .synced ? "synced" : "buffered"
            bench.progress.show("ledger: \(count) transactions, \(name)")
            let folder = try ScratchFolder()
            let backend = LoadBackend()
            backend.own(owned)
            let append = try await opened(folder, durability, backend) { store in
                let watch = Stopwatch()
                let outcome = try await store.restorePurchases()
                guard outcome.restored.count == count else { throw WrongRun("not all transactions were restored") }
                return watch.elapsed
            }
            let before = MemoryUse.inUse
            let watch = Stopwatch()
            let (open, bytes) = try await opened(folder, durability, LoadBackend()) { store in
                let open = watch.elapsed
                guard store.lastSequence == UInt64(count), store.entitlements.balance(of: Shop.product) == count else {
                    throw WrongRun("the ledger came back with \(store.lastSequence) updates, \(count) expected")
                }
                return (open, MemoryUse.inUse - before)
            }
            rows.append(Deliveries.row("ledger", "append, \(name)", count, [append]))
            var row = Deliveries.row("ledger", "open, \(name)", count, [open])
            row.figures += [
                Figure(.time, open.wall * 1e9), Figure(.bytes, Double(bytes) / Double(count)),
            ]
            rows.append(row)
        }
        return rows
    }

    private func opened<Result>(
        _ folder: ScratchFolder, _ durability: LedgerDurability, _ backend: LoadBackend,
        _ body: (PurchaseStore) async throws -> Result
    ) async throws -> Result {
        var configuration = PurchaseStore.Configuration(backend: backend)
        configuration.ledger = .folder(folder.path + "/ledger", durability: durability)
        let store = try await PurchaseStore.open(configuration)
        let result = try await body(store)
        await store.close()
        return result
    }
}
