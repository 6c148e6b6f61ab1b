import Foundation
import Purser
import PurserInspection
import PurserSimulator
import Testing

@Suite("L1, L3: a folder that is taken away while it is open", .timeLimit(.minutes(30)))
struct LostFolderTests {
    /// What happens to the files of an open ledger.
    enum Loss: CaseIterable, Sendable {
        case folderDeleted, folderMoved, folderReplaced
        case logDeleted, logMoved, logReplaced, logLinked
        case lockDeleted, lockReplaced, lockLinked
    }

    let parent: TemporaryFolder
    private var folder: String { parent.path + "/ledger" }
    private var log: String { "\(folder)/\(LedgerFolder.log(1))" }
    private var lock: String { "\(folder)/\(LedgerFolder.lock)" }

    init() throws { parent = try TemporaryFolder() }

    private func cause(_ loss: Loss) throws {
        let files = FileManager.default
        let away = parent.path + "/away"
        switch loss {
        case .folderDeleted: try files.removeItem(atPath: folder)
        case .folderMoved: try files.moveItem(atPath: folder, toPath: away)
        case .folderReplaced:
            try files.moveItem(atPath: folder, toPath: away)
            try files.copyItem(atPath: away, toPath: folder)
        case .logDeleted: try files.removeItem(atPath: log)
        case .logMoved: try files.moveItem(atPath: log, toPath: away)
        case .logReplaced, .logLinked: try swap(log, away, links: loss == .logLinked)
        case .lockDeleted: try files.removeItem(atPath: lock)
        case .lockReplaced, .lockLinked: try swap(lock, away, links: loss == .lockLinked)
        }
    }

    private func swap(_ path: String, _ away: String, links: Bool) throws {
        try FileManager.default.moveItem(atPath: path, toPath: away)
        if links {
            try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: away)
        } else {
            try FileManager.default.copyItem(atPath: away, toPath: path)
        }
    }

    @Test("L1: the next record is refused, and so is every later one", arguments: Loss.allCases)
    func rejected(loss: Loss) throws {
        let storage = FileLedgerStorage(PosixLedgerFiles(path: folder))
        try storage.load { _ in }
        try storage.append([LedgerSamples.update(1)], isUrgent: true)
        try cause(loss)
        for _ in 0..<3 {
            let failure = #expect(throws: PurchaseFailure.self) {
                try storage.append([LedgerSamples.update(2)], isUrgent: true)
            }
            #expect(failure?.code == .ledgerUnavailable)
        }
        storage.close()
    }

    @Test(
        "L1: with buffered durability too, what was deleted is noticed at once, and what was moved soon",
        arguments: Loss.allCases)
    func buffered(loss: Loss) throws {
        let storage = FileLedgerStorage(PosixLedgerFiles(path: folder), options: .init(durability: .buffered))
        try storage.load { _ in }
        try storage.append([LedgerSamples.update(1)], isUrgent: true)
        try cause(loss)
        var taken = 0
        while taken < 100, (try? storage.append([LedgerSamples.update(2 + taken)], isUrgent: true)) != nil {
            taken += 1
        }
        #expect(taken < 16)
        if [.folderDeleted, .logDeleted, .lockDeleted].contains(loss) { #expect(taken == 0) }
        storage.close()
    }

    // A log that was replaced by a copy of itself holds all that was acknowledged, and is used.
    @Test(
        "F1: purchases are not finished while the ledger's files are gone, and nothing is lost",
        arguments: Loss.allCases.filter { $0 != .logReplaced })
    func unfinished(loss: Loss) async throws {
        let appStore = EmbeddedAppStore(catalog: SimulatorCatalog(products: [.simulated("seeds")]))
        var configuration = PurchaseStore.Configuration(backend: appStore)
        configuration.ledger = .folder(URL(filePath: folder))
        configuration.retries.ledger = RetryPolicy(initialDelay: .zero, maximumDelay: .zero, maximumElapsed: nil)
        let store = try await PurchaseStore.open(configuration)
        _ = try await store.purchase("seeds")
        try cause(loss)
        #expect(await failureCode { try await store.purchase("seeds") } == .ledgerUnavailable)
        // The payment itself could not be recorded, so that nothing was charged.
        #expect(await appStore.chargeCount == 1)
        try await appStore.buyElsewhere("seeds")
        #expect(await failureCode { try await store.purchase("seeds") } == .ledgerUnavailable)
        #expect(store.entitlements.purchasedQuantity(of: "seeds") == 1)
        try await store.close()
        #expect(await appStore.unfinishedCount == 1)
        try? FileManager.default.removeItem(atPath: folder)
        let next = try await PurchaseStore.open(configuration)
        _ = try await next.purchase("seeds")
        try await eventually { await appStore.unfinishedCount == 0 }
        #expect(next.entitlements.purchasedQuantity(of: "seeds") == 2)
        try await next.close()
    }

    @Test("L3: when the lock was deleted and somebody else writes, the first writer changes nothing")
    func pausedHolder() throws {
        let first = FileLedgerStorage(PosixLedgerFiles(path: folder))
        try first.load { _ in }
        try first.append([LedgerSamples.update(1)], isUrgent: true)
        try FileManager.default.removeItem(atPath: lock)
        let second = FileLedgerStorage(PosixLedgerFiles(path: folder))
        try second.load { _ in }
        try second.append([LedgerSamples.update(2)], isUrgent: true)
        let before = try Data(contentsOf: URL(fileURLWithPath: log))
        #expect(throws: PurchaseFailure.self) { try first.append([LedgerSamples.update(3)], isUrgent: true) }
        #expect(throws: PurchaseFailure.self) { try first.compact { _, _ in .max } }
        #expect(throws: PurchaseFailure.self) { try first.load { _ in } }
        first.close()
        #expect(try Data(contentsOf: URL(fileURLWithPath: log)) == before)
        #expect(try second.contents() == [LedgerSamples.update(1), LedgerSamples.update(2)])
        second.close()
    }

    @Test("L1: what was put back is used again, and an older log in its place is not")
    func putBack() throws {
        let storage = FileLedgerStorage(PosixLedgerFiles(path: folder))
        try storage.load { _ in }
        try storage.append([LedgerSamples.update(1)], isUrgent: true)
        let older = try Data(contentsOf: URL(fileURLWithPath: log))
        try storage.append([LedgerSamples.update(2)], isUrgent: true)
        try cause(.folderMoved)
        #expect(throws: PurchaseFailure.self) { try storage.append([LedgerSamples.update(3)], isUrgent: true) }
        try FileManager.default.moveItem(atPath: parent.path + "/away", toPath: folder)
        try storage.load { _ in }
        try storage.append([LedgerSamples.update(3)], isUrgent: true)
        try FileManager.default.removeItem(atPath: log)
        try older.write(to: URL(fileURLWithPath: log))
        #expect(throws: PurchaseFailure.self) { try storage.append([LedgerSamples.update(4)], isUrgent: true) }
        let failure = #expect(throws: PurchaseFailure.self) { try storage.load { _ in } }
        #expect(failure?.underlying is LedgerDamage)
        storage.close()
    }

    @Test("L3: of openers that race, also for a lock that is deleted again and again, one at a time has the folder")
    func racingOpeners() async throws {
        let folder = folder
        for round in 0..<20 {
            let opened = await withTaskGroup(of: FileLedgerStorage?.self) { group in
                for _ in 0..<8 {
                    group.addTask {
                        let storage = FileLedgerStorage(PosixLedgerFiles(path: folder))
                        return (try? storage.load { _ in }).map { storage }
                    }
                }
                return await group.reduce(into: [FileLedgerStorage]()) { if let storage = $1 { $0.append(storage) } }
            }
            #expect(opened.count == 1)
            try opened.first?.append([LedgerSamples.update(round + 1)], isUrgent: true)
            opened.first?.close()
            if round.isMultiple(of: 2) { try FileManager.default.removeItem(atPath: lock) }
        }
        #expect(try FileLedgerStorage(PosixLedgerFiles(path: folder)).contents().count == 20)
    }

    @Test("L1, L2: signals that interrupt calls of the system again and again change nothing")
    func interrupted() async throws {
        // Without `SA_RESTART`, so that a call which may be interrupted is.
        var action = sigaction()
        let handler: @convention(c) (Int32) -> Void = { _ in }
        #if os(Linux)
            action.__sigaction_handler.sa_handler = handler
        #else
            action.__sigaction_u.__sa_handler = handler
        #endif
        var before = sigaction()
        try #require(sigaction(SIGURG, &action, &before) == 0)
        defer { sigaction(SIGURG, &before, nil) }
        let path = folder
        let isDone = Lock(false)
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                while !isDone.withLock({ $0 }) {
                    kill(getpid(), SIGURG)
                    await Task.yield()
                }
            }
            defer { isDone.withLock { $0 = true } }
            for number in 1...200 {
                let storage = FileLedgerStorage(PosixLedgerFiles(path: path), options: .init(logSize: 2_000))
                #expect(try storage.contents().count == number - 1)
                try storage.append([LedgerSamples.update(number)], isUrgent: true)
                storage.close()
            }
        }
    }

    @Test("L1: links and pipes in the places of files are refused at once, and nothing outside is written")
    func planted() throws {
        let outside = parent.path + "/outside"
        for name in [LedgerFolder.lock, LedgerFolder.log(1), LedgerFolder.unfinished(LedgerFolder.log(2))] {
            for isPipe in [true, false] {
                try? FileManager.default.removeItem(atPath: folder)
                let storage = FileLedgerStorage(PosixLedgerFiles(path: folder), options: .init(logSize: 400))
                try storage.load { _ in }
                try storage.append([LedgerSamples.update(1)], isUrgent: true)
                try Data("mine".utf8).write(to: URL(fileURLWithPath: outside))
                // What is planted while the ledger is open takes effect where a file is made.
                let isNew = name.hasSuffix(".new")
                if !isNew { storage.close() }
                try? FileManager.default.removeItem(atPath: "\(folder)/\(name)")
                if isPipe {
                    try #require(mkfifo("\(folder)/\(name)", 0o600) == 0)
                } else {
                    try #require(symlink(outside, "\(folder)/\(name)") == 0)
                }
                if isNew {
                    for number in 2...9 { try storage.append([LedgerSamples.update(number)], isUrgent: true) }
                    storage.close()
                } else {
                    let next = FileLedgerStorage(PosixLedgerFiles(path: folder))
                    #expect(throws: PurchaseFailure.self) { try next.load { _ in } }
                    #expect((try? LedgerInspector(path: folder).check().isEmpty) != true || name == LedgerFolder.lock)
                }
                #expect(try Data(contentsOf: URL(fileURLWithPath: outside)) == Data("mine".utf8))
            }
        }
    }
}
