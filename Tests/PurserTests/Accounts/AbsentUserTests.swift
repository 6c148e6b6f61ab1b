import Foundation
import PurserInspection
import PurserSimulator
import PurserTesting
import Testing

@testable import Purser

@Suite("Users who are absent, and users who are forgotten")
struct AbsentUserTests {
    private var files = CrashingFiles()
    private let ada = UUID()
    private let bob = UUID()

    private func open(
        _ account: StoreAccount, _ grants: Lock<[String]> = Lock([]),
        _ configure: (inout PurchaseStore.Configuration) -> Void = { _ in }
    ) async throws -> (store: PurchaseStore, backend: ScriptedBackend) {
        let backend = ScriptedBackend()
        var configuration = PurchaseStore.Configuration(backend: backend)
        configuration.account = account
        configuration.storage = FileLedgerStorage(files)
        configuration.consumers = ["mailer": .now]
        configuration.grant = { update in grants.withLock { $0.append(update.transaction.id) } }
        configuration.revoke = { update in grants.withLock { $0.append("not \(update.transaction.id)") } }
        configure(&configuration)
        return (try await PurchaseStore.open(configuration), backend)
    }

    private func lamp(_ user: UUID, _ id: String, signed: Int64 = 0, isRefunded: Bool = false) -> BackendEvent {
        StoreTransaction.sample(id, "lamp-of-bob", .nonConsumable) {
            ($0.appAccountToken, $0.signedTime) = (user, at(signed))
            if isRefunded { $0.revocationTime = at(signed) }
        }.reported(.other(nil))
    }

    /// Has events recorded while a user is present.
    private func report(_ events: [BackendEvent], with user: UUID, until id: String) async throws {
        let (store, backend) = try await open(.user(user))
        backend.inbox.put(events + [StoreTransaction.sample(id) { $0.appAccountToken = user }.reported(.other(nil))])
        try await eventually { await store.engine.ledger.transaction(id)?.progress.state == .done }
        try await store.close()
    }

    @Test("U3, U5, S4: what is reported in a user's absence is recorded at once, and told and granted after a relaunch")
    func recorded() async throws {
        try await report([lamp(bob, "B1")], with: ada, until: "A1")
        try await report([lamp(bob, "B2"), lamp(bob, "B1", signed: 5, isRefunded: true)], with: ada, until: "A2")
        let owned = try LedgerInspector(files.afterKill()).entitlements(of: .user(bob))
        #expect(owned.contains("lamp-of-bob"), "nobody has been Bob here yet")
        let grants = Lock<[String]>([])
        let (store, _) = try await open(.user(bob), grants)
        var (told, seen) = ([String](), [UInt64]())
        for try await update in store.updates.prefix(3) {
            told.append("\(update.kind.rawValue) \(update.transaction.id)")
        }
        for try await update in try await store.updates(for: "mailer").prefix(3) { seen.append(update.sequence) }
        #expect(told == ["purchased B1", "purchased B2", "revoked B1"] && seen == [1, 2, 3])
        try await eventually { grants.withLock { $0 } == ["B2"] }
        try await store.close()
    }

    /// How the app is started anew between two reports.
    enum Restart: CaseIterable {
        case none, restart, snapshot
    }

    @Test("F8: what is bought and refunded in a user's absence calls neither handler", arguments: Restart.allCases)
    func neither(_ restart: Restart) async throws {
        let refund = lamp(bob, "B1", signed: 5, isRefunded: true)
        try await report([lamp(bob, "B1")] + (restart == .none ? [refund] : []), with: ada, until: "A1")
        if restart == .snapshot { try FileLedgerStorage(files).forget(UserID(UUID())) }
        if restart != .none { try await report([refund], with: ada, until: "A2") }
        let calls = Lock<[String]>([])
        let (store, _) = try await open(.user(bob), calls)
        try await eventually { await store.engine.ledger.transaction("B1")?.progress.state == .done }
        #expect(calls.withLock { $0 } == [])
        try await store.close()
    }

    @Test("F8: a grant that began before a kill is revoked, though the purchase came in the user's absence")
    func begun() async throws {
        try await report([lamp(bob, "B1")], with: ada, until: "A1")
        let begins = EventCount()
        let (store, _) = try await open(.user(bob)) {
            $0.grant = { _ in
                begins.advance()
                try await Task.sleep(for: .seconds(3_600))
            }
        }
        try await begins.wait(after: 0)
        var killed = self
        killed.files = files.afterKill()
        let calls = Lock<[String]>([])
        try await store.close()
        try await killed.report([lamp(bob, "B1", signed: 5, isRefunded: true)], with: ada, until: "A2")
        let (next, _) = try await killed.open(.user(bob), calls)
        try await eventually { calls.withLock { $0 } == ["not B1"] }
        try await next.close()
    }

    @Test("S4: what was missed stays missed when the machine dies before anything of the session is written")
    func dies() async throws {
        try await report([lamp(bob, "B1")], with: ada, until: "A1")
        for _ in 0..<2 {
            let journal = Journal(storage: FileLedgerStorage(files.afterKill()), isShared: false)
            let ledger = try await TransactionLedger.open(
                journal, .user(UserID(bob)), clock: SystemClock(), keptUpdates: 10)
            #expect(ledger.log.opening == 0)
            await ledger.close()
            await journal.close()
        }
    }

    @Test("S1, S3: a consumer that a session without records has registered is registered for good by the next one")
    func registers() async throws {
        let backend = ScriptedBackend()
        func open(_ user: UUID) async throws -> PurchaseStore {
            var configuration = PurchaseStore.Configuration(backend: backend)
            (configuration.account, configuration.storage) = (.user(user), FileLedgerStorage(files))
            (configuration.consumers, configuration.keptUpdates) = (["mailer": .beginning], 0)
            return try await PurchaseStore.open(configuration)
        }
        let store = try await open(bob)
        for user in [ada, bob] { try await store.switchAccount(to: .user(user)) }
        backend.inbox.put([lamp(bob, "B1")])
        try await eventually { await store.engine.ledger.transaction("B1")?.progress.state == .done }
        try await store.switchAccount(to: .user(ada))
        // Which writes everything anew.
        try await store.forget(user: UUID())
        try await store.close()
        let next = try await open(bob)
        for try await update in try await next.updates(for: "mailer").prefix(1) {
            #expect(update.transaction.id == "B1")
        }
        try await next.close()
    }

    @Test("U2, U3: the status of a subscription that an absent user has does not wait in another user's records")
    func statusOfAnother() async throws {
        let club = StoreTransaction.sample("B1", "club", .autoRenewable) { $0.appAccountToken = bob }
        try await report([club.reported(.other(nil))], with: ada, until: "A1")
        let status = StoreSubscriptionStatus(state: .subscribed, transactionID: "B1")
        try await report([.subscriptionStatus(status)], with: ada, until: "A2")
        try FileLedgerStorage(files).forget(UserID(bob))
        #expect(try !isFound(Array("B1".utf8)))
    }

    // MARK: Forgetting

    private func bytes(_ files: CrashingFiles) throws -> [UInt8] {
        try files.list().flatMap { name in
            let file = try files.open(name, as: .reading)
            return try file.read(at: 0, count: file.size())
        }
    }

    /// Whether any file has these bytes.
    private func isFound(_ wanted: [UInt8], in files: CrashingFiles? = nil) throws -> Bool {
        let all = try bytes(files ?? self.files)
        return all.indices.dropLast(wanted.count - 1).contains { all[$0...].starts(with: wanted) }
    }

    private func isFound(_ user: UUID, in files: CrashingFiles? = nil) throws -> Bool {
        try isFound(withUnsafeBytes(of: user.uuid) { Array($0) }, in: files)
            || isFound(Array(user.uuidString.utf8), in: files)
    }

    @Test("U2: no byte of a forgotten user is left, and the others keep all of theirs", arguments: [false, true])
    func forgets(comesFromTool: Bool) async throws {
        try await report([lamp(ada, "A1")], with: ada, until: "A2")
        try await report([lamp(bob, "bobs-one")], with: ada, until: "A3")
        try await report([lamp(bob, "bobs-two")], with: bob, until: "bobs-three")
        #expect(try isFound(bob) && isFound(Array("bobs-one".utf8)) && isFound(Array("bobs-three".utf8)))
        if comesFromTool {
            try FileLedgerStorage(files).forget(UserID(bob))
        } else {
            let (store, _) = try await open(.user(ada))
            await #expect(throws: PurchaseFailure.self) { try await store.forget(user: ada) }
            try await store.forget(user: bob)
            #expect(store.entitlements.contains("lamp-of-bob"), "Ada's own")
            try await store.close()
        }
        // Longer than what drawn bytes may look like.
        for text in ["bobs-one", "bobs-two", "bobs-three"] { #expect(try !isFound(Array(text.utf8)), "\(text)") }
        #expect(try !isFound(bob) && isFound(ada))
        let (store, _) = try await open(.user(ada))
        var told: [String] = []
        for try await update in try await store.updates(for: "mailer").prefix(3) { told.append(update.transaction.id) }
        #expect(told == ["A1", "A2", "A3"])
        try await store.switchAccount(to: .user(bob))
        #expect(!store.entitlements.contains("lamp-of-bob"))
        try await store.close()
    }

    @Test("U2, L2: of a forgotten user nothing comes back when a ledger is read again after a failed write")
    func readAgain() async throws {
        let disk = MortalDisk()
        let key = LedgerKey.user(UserID(bob))
        func incoming(_ id: String) -> IncomingTransaction {
            IncomingTransaction(.sample(id), phase: .complete, needsFinish: nil)
        }
        var before = LedgerState()
        let old = before.records(reporting: [incoming("B1"), incoming("B2")], now: at(1))
        try disk.storage.append(old, of: key, isUrgent: true)
        try disk.storage.append([.forgotten(UserID(bob))], of: .everybody, isUrgent: true)
        let ledger = try await TransactionLedger.open(
            Journal(storage: disk.storage, isShared: false), key, clock: SystemClock(), keptUpdates: 10)
        disk.dies(after: 0, isStored: false)
        await #expect(throws: PurchaseFailure.self) { try await ledger.record(reported: [incoming("B3")]) }
        disk.revive()
        #expect(try await ledger.record(reported: [incoming("B3")]).map(\.stored.sequence) == [1])
    }

    @Test("U2: a user is forgotten while no user is named")
    func forgetsForNobody() async throws {
        try await report([lamp(bob, "B1")], with: ada, until: "A1")
        let (store, _) = try await open(.unnamed)
        try await store.forget(user: bob)
        #expect(try !isFound(bob) && !isFound(Array("B1".utf8)) && isFound(ada))
        try await store.close()
    }

    @Test("U2, L1: the next opening forgets a user whom a killed program had begun to forget")
    func forgetsAfterKill() async throws {
        try await report([lamp(bob, "B1")], with: ada, until: "A1")
        let storage = FileLedgerStorage(files)
        try storage.load { _ in }
        try storage.append([.forgotten(UserID(bob))], of: .everybody, isUrgent: true)
        let left = files.afterKill()
        #expect(try isFound(bob, in: left))
        try await Journal(storage: FileLedgerStorage(left), isShared: false).open()
        #expect(try !isFound(bob, in: left) && !isFound(Array("B1".utf8), in: left) && isFound(ada, in: left))
    }

    @Test("U2: a user who could be forgotten only in part begins anew, now and after a relaunch", arguments: 1...14)
    func forgetsInPart(request: Int) async throws {
        try await report([lamp(bob, "B1")], with: ada, until: "A1")
        let (store, backend) = try await open(.user(ada))
        files.change { [at = files.requests + request] in $0.failsAt = at }
        let isThrown = await failureCode { try await store.forget(user: bob) } == .ledgerUnavailable
        files.change { $0.failsAt = nil }
        try await store.switchAccount(to: .user(bob))
        let isForgotten = !store.entitlements.contains("lamp-of-bob")
        #expect(isThrown || isForgotten)
        backend.inbox.put([StoreTransaction.sample("B2") { $0.appAccountToken = bob }.reported(.other(nil))])
        #expect(try await firstTold(store) == (isForgotten ? "B2" : "B1"))
        try await eventually { await store.engine.ledger.transaction("B2")?.progress.state == .done }
        try await store.close()
        let (next, _) = try await open(.user(bob))
        #expect(try await firstTold(next) == (isForgotten ? "B2" : "B1"))
        try await next.close()
        if isForgotten { #expect(try !isFound(Array("B1".utf8))) }
    }

    @Test("U2: while a forgotten user's records cannot be removed, the user cannot be named")
    func cannotBeRemoved() async throws {
        try await report([lamp(bob, "B1")], with: ada, until: "A1")
        let (store, backend) = try await open(.user(ada))
        // The disk has room for the record, and none for the snapshot that leaves the user out.
        files.change { $0.rejectedNames = "state-" }
        #expect(await failureCode { try await store.forget(user: bob) } == .ledgerUnavailable)
        #expect(await failureCode { try await store.switchAccount(to: .user(bob)) } == .ledgerUnavailable)
        files.change { $0.rejectedNames = nil }
        try await store.switchAccount(to: .user(bob))
        backend.inbox.put([StoreTransaction.sample("B2") { $0.appAccountToken = bob }.reported(.other(nil))])
        #expect(try await firstTold(store) == "B2")
        try await store.close()
        #expect(try !isFound(Array("B1".utf8)))
    }

    private func firstTold(_ store: PurchaseStore) async throws -> String? {
        for try await update in try store.updates(after: 0) { return update.transaction.id }
        return nil
    }

    @Test("Where all users share one state, none of them can be forgotten alone")
    func shared() async throws {
        let (store, _) = try await open(.shared)
        await #expect(throws: PurchaseFailure.self) { try await store.forget(user: bob) }
        try await store.close()
    }
}
