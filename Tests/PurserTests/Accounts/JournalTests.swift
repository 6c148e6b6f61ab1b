import Foundation
import PurserInspection
import PurserSimulator
import PurserTesting
import Testing

@testable import Purser

@Suite("The journal of all users", .timeLimit(.minutes(30)))
struct JournalTests {
    private static let ada = LedgerKey.user(LedgerSamples.userID)
    private static let bob = LedgerKey.user(UserID(high: 1, low: 2))
    private static let keys = [LedgerKey.shared, ada, bob, .everybody]
    private static let small = FileLedgerStorage.Options(logSize: 600, fill: 512, generator: SeededGenerator(seed: 1))

    /// What each one's records come to, as a store that opens finds it.
    private static func states(_ storage: any LedgerStorage) throws -> [LedgerDigest] {
        defer { storage.close() }
        let secret = try storage.secret()
        var records = StoreRecords { LedgerState(secret: secret, account: $0.account) }
        try storage.load { records.apply($0) }
        return keys.map { LedgerDigest(records[$0]) }
    }

    /// Writes updates for all in turn until the disk dies: the first gets one of each round, the second of every other, and so on.
    ///
    /// - Returns: what each one's records came to after each write; the last ones may be missing.
    private static func live(_ files: CrashingFiles, rounds: Int, compacts: Bool = false) -> [[LedgerDigest]] {
        let storage = FileLedgerStorage(files, options: small)
        guard (try? storage.load { _ in }) != nil, let secret = try? storage.secret() else { return [] }
        var states = keys.map { LedgerState(secret: secret, account: $0.account) }
        var digests = [states.map { LedgerDigest($0) }]
        for round in 1...rounds {
            for (index, key) in keys.enumerated() where round.isMultiple(of: index + 1) {
                let records = LedgerSamples.purchase(round / (index + 1))
                guard (try? storage.append(records, of: key, isUrgent: true)) != nil else { return digests }
                for record in records { states[index].apply(record) }
                digests.append(states.map { LedgerDigest($0) })
            }
            if compacts { try? storage.compact(keeping: { _, _ in .max }) }
        }
        storage.close()
        return digests
    }

    @Test("U2, O4: what is decided about a user who is being forgotten begins anew, before that is stored")
    func forgetsInOrder() async throws {
        let storage = FileLedgerStorage(CrashingFiles(), worker: BlockingWorker(label: "forgets in order"))
        let journal = Journal(storage: storage, isShared: false)
        let ledger = try await TransactionLedger.open(journal, Self.ada, clock: SystemClock(), keptUpdates: 10)
        let incoming = IncomingTransaction(.sample("B1"), phase: .complete, needsFinish: nil)
        let report = { @Sendable in
            let turn = await ledger.record(upTo: 1) { _, records, turn in
                let missed = try? records.change(Self.bob) { try $0.records(missed: incoming, now: at(1)) }
                turn.add(missed ?? [], of: UserID(high: 1, low: 2))
            }
            #expect(turn.failure == nil)
        }
        await report()
        let disk = DispatchSemaphore(value: 0)
        storage.worker.start { disk.wait() }
        let forgetting = Task { try await journal.forget(UserID(high: 1, low: 2), beside: ledger) }
        defer { disk.signal() }
        try await eventually { await journal.records[Self.bob].nextSequence == 1 }
        let reporting = Task { await report() }
        try await eventually { await journal.records[Self.bob].nextSequence == 2 }
        disk.signal()
        try await forgetting.value
        await reporting.value
        let read = try await storage.worker.run {
            var read = StoreRecords { _ in LedgerState() }
            try storage.load { read.apply($0) }
            return read[Self.bob].nextSequence
        }
        #expect(read == 2)
    }

    @Test("U2: what is still being written when the next user's session begins is the former user's")
    func written() async throws {
        let storage = FileLedgerStorage(CrashingFiles(), worker: BlockingWorker(label: "two sessions"))
        let journal = Journal(storage: storage, isShared: false)
        let disk = DispatchSemaphore(value: 0)
        var calls: [Task<Void, any Error>] = []
        for (key, id) in [(Self.ada, "A1"), (Self.bob, "B1")] {
            let ledger = try await TransactionLedger.open(journal, key, clock: SystemClock(), keptUpdates: 10)
            if calls.isEmpty { storage.worker.start { disk.wait() } }
            let incoming = IncomingTransaction(.sample(id), phase: .complete, needsFinish: nil)
            calls.append(Task { _ = try await ledger.record(reported: [incoming]) })
            try await eventually { await journal.records[key].nextSequence == 2 }
        }
        disk.signal()
        for call in calls { try await call.value }
        let read = try await storage.worker.run {
            var read = StoreRecords { _ in LedgerState() }
            try storage.load { read.apply($0) }
            return [Self.ada, Self.bob].map { read[$0].transactions.all.map(\.transaction.id) }
        }
        #expect(read == [["A1"], ["B1"]])
    }

    @Test(
        "M1: a payment whose end was stored by a write that seemed to fail is open no longer", arguments: [true, false]
    )
    func endedUnseen(isShared: Bool) async throws {
        let disk = MortalDisk()
        let journal = Journal(storage: disk.storage, isShared: isShared)
        let key = isShared ? LedgerKey.shared : Self.ada
        let ledger = try await TransactionLedger.open(journal, key, clock: SystemClock(), keptUpdates: 10)
        let intents = [PaymentIntent.sample(1), .sample(2)]
        try await ledger.record(intents: intents)
        await journal.submit(intents, of: isShared ? nil : LedgerSamples.userID)
        disk.dies(after: 0, isStored: true)
        await #expect(throws: PurchaseFailure.self) {
            try await ledger.record(endings: [
                EndedPayment(intents[0].token, .cancelled), EndedPayment(intents[1].token, .withdrawn),
            ])
        }
        disk.revive()
        try await journal.open()
        #expect(await journal.openPayments == [intents[0].token])
        await ledger.close()
    }

    @Test("U3: in memory, a write that a session makes too late costs no other user anything")
    func inMemory() async throws {
        let journal = Journal(storage: MemoryLedgerStorage(), isShared: false)
        let ledger = try await TransactionLedger.open(journal, Self.bob, clock: SystemClock(), keptUpdates: 10)
        let bought = IncomingTransaction(.sample("B1"), phase: .complete, needsFinish: nil)
        _ = try await ledger.record(reported: [bought])
        await ledger.close()
        let late = try await TransactionLedger.open(journal, Self.ada, clock: SystemClock(), keptUpdates: 10)
        await late.close()
        await #expect(throws: PurchaseFailure.self) { try await late.record(intents: [.sample(1)]) }
        #expect(await journal.records[Self.bob].nextSequence == 2)
    }

    @Test("U2: each user's session gets that user's records and numbers, and nobody else's")
    func apart() throws {
        let files = CrashingFiles()
        let digests = Self.live(files, rounds: 24)
        #expect(try Self.states(FileLedgerStorage(files, options: Self.small)) == digests.last)
        for (index, key) in Self.keys.enumerated() {
            var updates: [StoreUpdate] = []
            try FileLedgerStorage(files.afterKill()).load(key) {
                if case .update(let update, _) = $0 { updates.append(update) }
            }
            #expect(updates.map(\.sequence) == (1...UInt64(24 / (index + 1))).map(\.self))
            #expect(updates.allSatisfy { $0.account == key.account })
            #expect(Set(updates.map(\.key)).count == updates.count)
        }
    }

    @Test("U2, L1: snapshots and a repair keep everybody's records")
    func compaction() throws {
        let files = CrashingFiles()
        let digests = Self.live(files, rounds: 40, compacts: true)
        let folder = LedgerFolder(names: try files.list())
        #expect(folder.snapshots.count == 1 && !folder.logs.contains(1))
        #expect(try Self.states(FileLedgerStorage(files.afterKill(), options: Self.small)) == digests.last)
        let repaired = CrashingFiles(path: "/repaired")
        _ = try LedgerInspector(files.afterKill()).repair(into: repaired)
        #expect(try Self.states(FileLedgerStorage(repaired, options: Self.small)) == digests.last)
    }

    @Test(
        "L1: dying at every request, with snapshots or without, loses nobody's records that were acknowledged",
        arguments: [false, true])
    func dies(compacts: Bool) throws {
        let whole = CrashingFiles()
        _ = Self.live(whole, rounds: 8, compacts: compacts)
        for request in 1...whole.requests {
            let files = CrashingFiles()
            files.change { ($0.diesAt, $0.tornBytes) = (request, request * 7 % 90) }
            let digests = Self.live(files, rounds: 8, compacts: compacts)
            var generator = SeededGenerator(seed: UInt64(request))
            for found in [files.afterKill(), files.afterPowerLoss(using: &generator)] {
                let states = try Self.states(FileLedgerStorage(found, options: Self.small))
                guard let last = digests.last else { continue }
                // The write that it died in may be there as a whole.
                let whole = Self.live(CrashingFiles(), rounds: 8)
                #expect(states == last || states == whole.dropFirst(digests.count).first, "request \(request)")
            }
        }
    }

    @Test("U3: with users named, a purchase makes no more writes and syncs than without: three and two")
    func writes() async throws {
        for account in [StoreAccount.shared, .user(LedgerSamples.userID.token)] {
            let storage = KeptStorage()
            let appStore = EmbeddedAppStore(catalog: SimulatorCatalog(products: [.simulated("seeds")]))
            var configuration = PurchaseStore.Configuration(backend: appStore)
            configuration.account = account
            configuration.storage = storage
            let store = try await PurchaseStore.open(configuration)
            try await store.waitUntilReady()
            try await eventually { await appStore.unfinishedCount == 0 }
            for number in 0..<5 {
                let before = storage.counts
                try await store.purchase("seeds")
                try await eventually { storage.counts.writes >= before.writes + 3 }
                let counts = storage.counts
                #expect(
                    counts.writes == before.writes + 3 && counts.syncs == before.syncs + 2, "\(account), \(number)")
            }
            try await store.close()
        }
    }

    @Test(
        "S1: one user's consumer that is far behind keeps no more than its updates, through a hundred compactions of another's"
    )
    func lagging() throws {
        let files = CrashingFiles()
        let storage = FileLedgerStorage(files, options: .init(logSize: 2_000, fill: 0))
        try storage.load { _ in }
        try storage.append([.consumer("mailer", 0)], of: Self.ada, isUrgent: true)
        for number in 1...30 { try storage.append([LedgerSamples.update(number)], of: Self.ada, isUrgent: true) }
        let lag = try files.list().reduce(0) { $0 + (files.bytes(of: $1)?.count ?? 0) }
        var (compactions, number, largest) = (0, 0, 0)
        while compactions < 100 {
            number += 1
            // The same transaction each time, so that what is live stays as it is.
            guard case .update(let update, let steps) = LedgerSamples.update(1) else { return }
            try storage.append(
                [.update(update.numbered(UInt64(number)), stepsDue: steps)], of: Self.bob, isUrgent: true)
            let before = LedgerFolder(names: try files.list()).snapshots
            try storage.compact { key, state in key == Self.ada ? (state.consumers["mailer"] ?? 0) + 1 : .max }
            if LedgerFolder(names: try files.list()).snapshots != before { compactions += 1 }
            largest = max(largest, try files.list().reduce(0) { $0 + (files.bytes(of: $1)?.count ?? 0) })
        }
        // Twice what is live and what lags; the log that is written and the next one come on top.
        #expect(largest < 2 * lag + 3 * 2_000 + 4_000, "\(largest) of \(lag)")
        let history = try #require(storage.history(of: Self.ada))
        #expect(history.oldestKept == 1)
        var (found, place) = ([UInt64](), HistoryPosition?.none)
        while found.count < 30 {
            let (updates, next) = try history.updates(after: found.last ?? 0, from: place)
            try #require(!updates.isEmpty)
            found += updates.map(\.sequence)
            place = next
        }
        #expect(found == Array(1...30))
        #expect(try #require(storage.history(of: Self.bob)).oldestKept > 1)
    }
}

extension StoreUpdate {
    /// The same update with another number.
    fileprivate func numbered(_ sequence: UInt64) -> StoreUpdate {
        StoreUpdate(
            sequence: sequence, phase: phase, kind: kind, transaction: transaction, intent: nil, recordTime: recordTime,
            unpaidFinishing: .atomic)
    }
}

extension Journal {
    fileprivate var openPayments: [PaymentToken] { change { $0.intake.book.payments.all.map(\.token) } }

    /// Payments were submitted, and are overdue.
    fileprivate func submit(_ intents: [PaymentIntent], of user: UserID?) {
        change { state in
            state.submitted(intents.map { BackendPayment($0) }, of: user, arrival: 0, at: .zero)
            state.overdue(intents.map(\.token))
        }
    }
}
