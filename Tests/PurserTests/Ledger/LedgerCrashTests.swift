import Foundation
import Purser
import PurserTesting
import Testing

@Suite("A ledger that dies", .timeLimit(.minutes(30)))
struct LedgerCrashTests {
    /// What a run has been told so far: after `digests[n]` come the records of batch n + 1.
    struct Model {
        var digests: [LedgerDigest]
        /// Everything up to here is safe.
        var safe = 0
        /// Everything up to here was acknowledged.
        var acknowledged = 0
    }

    static let options = FileLedgerStorage.Options(logSize: 600, fill: 400, generator: SeededGenerator(seed: 1))

    /// Works until the machine dies or `batches` have been written.
    static func run(
        _ files: CrashingFiles, _ workload: inout LedgerWorkload, batches: Int, compactsEvery: Int = 4,
        keeping floor: UInt64 = 1,
        options: FileLedgerStorage.Options = options
    ) throws -> Model {
        let storage = FileLedgerStorage(files, options: options)
        workload.adopt(try storage.records())
        var model = Model(digests: [workload.digest])
        do {
            for index in 1...batches {
                let (records, isUrgent) = workload.batch()
                model.digests.append(workload.digest)
                try storage.append(records, isUrgent: isUrgent)
                model.acknowledged = index
                if isUrgent, !records.isEmpty { model.safe = index }
                if index.isMultiple(of: compactsEvery) { try storage.compact { _, _ in floor } }
            }
        } catch  where files.isDead {}
        return model
    }

    /// Checks that what is found is what was written up to some batch that is not too early.
    static func check(_ files: CrashingFiles, _ model: Model, from first: Int, _ circumstances: String) throws {
        let found = try FileLedgerStorage(files, options: options).digest()
        #expect(model.digests[first...].contains(found), "\(circumstances), first \(first)")
    }

    /// A short life in which everything happens: logs are made, filled, sealed, compacted and dropped.
    ///
    /// - Returns: what it was told; `nil` when it died while the ledger was made.
    ///
    /// - Parameter frameLength: with a small one, most batches have several frames.
    private static func shortLife(_ files: CrashingFiles, frameLength: Int = 1 << 20) -> Model? {
        var workload = LedgerWorkload(seed: 11)
        return try? run(
            files, &workload, batches: 12, compactsEvery: 3, keeping: .max,
            options: .init(logSize: 200, fill: 16, frameLength: frameLength, generator: SeededGenerator(seed: 1)))
    }

    @Test(
        "L1: dying at every request and every byte of it loses nothing that was acknowledged, and divides no batch",
        arguments: [1 << 20, 1])
    func everyByte(frameLength: Int) throws {
        let whole = CrashingFiles()
        _ = try #require(Self.shortLife(whole, frameLength: frameLength))
        let folder = LedgerFolder(names: try whole.list())
        #expect(folder.snapshots.first.map { $0 > 1 } == true && folder.logs.first.map { $0 > 1 } == true)
        var tried = 0
        for request in 1...whole.requests {
            let dying = CrashingFiles()
            dying.change { $0.diesAt = request }
            let model = Self.shortLife(dying, frameLength: frameLength)
            for torn in stride(from: 0, through: dying.fatalBytes, by: plain(3, long: 1)) {
                let dead = dying.tearing(torn)
                var generator = SeededGenerator(seed: UInt64(request * 10_000 + torn))
                let circumstances = "request \(request), \(torn) bytes"
                if let model {
                    try Self.check(dead.afterKill(), model, from: model.acknowledged, circumstances)
                    try Self.check(
                        dead.afterPowerLoss(using: &generator), model, from: model.safe, "power, \(circumstances)")
                } else {
                    // It died while it was made.
                    _ = try FileLedgerStorage(dead.afterPowerLoss(using: &generator)).state()
                }
                tried += 1
            }
        }
        #expect(tried > whole.requests * 3)
    }

    @Test("L1, U3: a decision about two users is recorded for both or for neither, whichever bytes of it arrive")
    func twoUsers() throws {
        let users = [UserID(UUID()), UserID(UUID())].sorted()
        let (ada, ben) = (LedgerKey.user(users[0]), LedgerKey.user(users[1]))
        let options = FileLedgerStorage.Options(frameLength: 1, generator: SeededGenerator(seed: 1))
        let decision: [LedgerRecord] = [
            .section(.everybody), .payer(launch: 7, users[1]), .section(ada), .consumer("mail", 7),
            .consumer("sync", 7), .section(ben), .consumer("mail", 7), .consumer("sync", 7),
        ]
        /// Records once more, and dies if that is planned.
        func decide(_ files: CrashingFiles) throws {
            let storage = FileLedgerStorage(files, options: options)
            try storage.load { _ in }
            try storage.append(
                [.section(ada), .consumer("mail", 1), .section(ben), .consumer("mail", 2)], isUrgent: true)
            try storage.append(decision, isUrgent: true)
        }
        /// What is recorded, each record with whose it is.
        func found(_ files: CrashingFiles) throws -> [LedgerRecord] {
            var records: [LedgerRecord] = []
            try FileLedgerStorage(files, options: options).load { record in
                if case .section(.shared) = record { return }
                if records.last != record { records.append(record) }
            }
            return records
        }
        let whole = CrashingFiles()
        try decide(whole)
        let (all, last) = (try found(whole.afterKill()), whole.requests)
        var sizes: Set<Int> = []
        for request in (last - 1)...last {
            let dying = CrashingFiles()
            dying.change { $0.diesAt = request }
            try? decide(dying)
            for torn in 0...dying.fatalBytes {
                for seed in 0..<8 {
                    var generator = SeededGenerator(seed: UInt64(seed))
                    let dead = dying.tearing(torn)
                    let left = try found(seed == 0 ? dead.afterKill() : dead.afterPowerLoss(using: &generator))
                    sizes.insert(left.count)
                    #expect(left == Array(all.prefix(left.count)))
                }
            }
        }
        // What was there before, and everything.
        #expect(sizes == [4, all.count])
    }

    @Test("L1: dying at every request loses nothing that was safe, whichever sectors have arrived, in any combination")
    func everySector() throws {
        let whole = CrashingFiles()
        _ = try #require(Self.shortLife(whole))
        var tried = 0
        for request in 1...whole.requests {
            let dying = CrashingFiles()
            dying.change { $0.diesAt = request }
            let model = Self.shortLife(dying)
            // The write that it died in may have arrived as well.
            try dying.tearing(dying.fatalBytes).everyPowerLoss(combining: 8) { found in
                tried += 1
                guard let model else {
                    _ = try FileLedgerStorage(found).state()
                    return
                }
                try Self.check(found, model, from: model.safe, "request \(request)")
            }
        }
        #expect(tried > whole.requests * 3)
    }

    @Test("L1: lives that end by chance, one after the other on the same disk", arguments: 0..<4)
    func manyLives(quarter: Int) throws {
        for seed in 0..<plain(4, long: 12) {
            let seed = UInt64(quarter * 1_000_000 + seed)
            var workload = LedgerWorkload(seed: seed)
            var files = CrashingFiles()
            for progress in 0..<4 {
                let (dies, torn) = (
                    Int.random(in: 12..<120, using: &workload.generator),
                    Int.random(in: 0..<900, using: &workload.generator)
                )
                files.change { ($0.diesAt, $0.tornBytes) = (dies, torn) }
                let model = try Self.run(files, &workload, batches: 40)
                if Bool.random(using: &workload.generator) {
                    files = files.afterKill()
                    try Self.check(files, model, from: model.acknowledged, "seed \(seed), life \(progress), killed")
                } else {
                    files = files.afterPowerLoss(using: &workload.generator)
                    try Self.check(files, model, from: model.safe, "seed \(seed), life \(progress), power")
                }
                files = files.afterKill()
            }
        }
    }

    @Test("L1: tidying up while the next log cannot be made, and dying then, leaves a ledger that opens")
    func tidyingWithoutNextLog() throws {
        let files = CrashingFiles()
        let storage = FileLedgerStorage(files, options: Self.options)
        try storage.load { _ in }
        files.change { $0.rejectedNames = LedgerFolder.log(2) }
        var count = 0
        #expect(throws: PurchaseFailure.self) {
            while true {
                try storage.append([LedgerSamples.update(count + 1)], isUrgent: true)
                count += 1
            }
        }
        try storage.compact { _, _ in 1 }
        let written = (1...count).map { LedgerSamples.update($0) }
        #expect(try FileLedgerStorage(files.afterKill(), options: Self.options).contents() == written)
        files.change { $0.rejectedNames = nil }
        try storage.append([LedgerSamples.update(count + 1)], isUrgent: true)
        try storage.compact { _, _ in 1 }
        #expect(try files.list().contains(LedgerFolder.snapshot(1)))
        #expect(
            try FileLedgerStorage(files.afterKill(), options: Self.options).state().nextSequence == UInt64(count) + 2)
    }

    @Test("L2: a folder that turns read-only gives a typed error that names it")
    func readOnly() throws {
        let files = CrashingFiles(path: "/readonly")
        let storage = FileLedgerStorage(files)
        try storage.load { _ in }
        try storage.append([LedgerSamples.update(1)], isUrgent: true)
        files.change { $0.isReadOnly = true }
        let error = #expect(throws: PurchaseFailure.self) {
            try storage.append([LedgerSamples.update(2)], isUrgent: true)
        }
        #expect((error?.underlying as? StorageFailure)?.path == "/readonly")
        files.change { $0.isReadOnly = false }
        try storage.append([LedgerSamples.update(2)], isUrgent: true)
        #expect(try storage.contents() == [LedgerSamples.update(1), LedgerSamples.update(2)])
    }

    @Test("L1: a flipped bit is harmless or reported, never silently wrong", arguments: 0..<2)
    func bitFlips(half: Int) throws {
        var workload = LedgerWorkload(seed: UInt64(half))
        let files = CrashingFiles()
        _ = try Self.run(files, &workload, batches: 24)
        let whole = try FileLedgerStorage(files.afterKill()).digest()
        let names = try files.list().sorted()
        // In the log at the end only what is followed by something safe can be told from a torn tail.
        let sealed = names.filter { $0 != names.filter { $0.hasPrefix("log-") }.last }
        #expect(sealed.contains { $0.hasPrefix("state-") })
        var (reported, harmless) = (0, 0)
        for _ in 0..<plain(1_200, long: 5_000) {
            let damaged = files.afterKill()
            let name = try #require(sealed.randomElement(using: &workload.generator))
            var bytes = try #require(damaged.bytes(of: name))
            let place = Int.random(in: 0..<bytes.count * 8, using: &workload.generator)
            bytes[place / 8] ^= 1 << (place % 8)
            damaged.replace(name, with: bytes)
            do {
                #expect(try FileLedgerStorage(damaged).digest() == whole, "bit \(place) of \(name)")
                harmless += 1
            } catch let failure as PurchaseFailure {
                #expect((failure.underlying as? LedgerDamage)?.path == damaged.path(of: name))
                reported += 1
            }
        }
        #expect(reported > 0 && harmless > 0)
    }
}
