import Foundation
import PurserPersistence
import PurserTesting
import Testing

@testable import Purser

/// Random records of a customer, and what is owned at a moment.
private struct Records {
    let snapshot: EntitlementSnapshot
    static let products = ["gold", "silver", "lamp", "seeds"]

    static func at(_ seconds: Int) -> Timestamp { Timestamp(milliseconds: 1_735_689_600_000 + Int64(seconds) * 1_000) }

    init(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var (all, renewals) = ([StoreTransaction](), [SubscriptionRenewal]())
        func odds(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &random) < percent }
        func add(_ id: String, _ product: String, _ type: StoreProduct.ProductType, at start: Int, _ end: Int? = nil) {
            var fields = StoreTransaction.Fields(
                id: id, productID: product, productType: type, purchaseTime: Self.at(start))
            fields.originalID = String(id.prefix(2))
            fields.expirationTime = end.map(Self.at)
            if odds(10) { fields.revocationTime = Self.at(start + 5) }
            if end != nil, odds(10) { fields.isUpgraded = true }
            all.append(StoreTransaction(fields))
        }
        for line in 0..<Int.random(in: 0...3, using: &random) {
            var start = Int.random(in: 0...40, using: &random)
            for period in 0..<Int.random(in: 1...4, using: &random) {
                let end = start + Int.random(in: 5...40, using: &random)
                add("S\(line)-\(period)", odds(70) ? "gold" : "silver", .autoRenewable, at: start, odds(95) ? end : nil)
                start = odds(50) ? end : end + Int.random(in: -4...30, using: &random)
            }
            guard odds(60) else { continue }
            var info = StoreRenewalInfo(
                originalTransactionID: "S\(line)", currentProductID: "gold", willAutoRenew: odds(50))
            info.isInBillingRetry = odds(40)
            if odds(40) { info.gracePeriodExpirationTime = Self.at(start + Int.random(in: -20...30, using: &random)) }
            renewals.append(SubscriptionRenewal("S\(line)", ReportedRenewal(info, nil)))
        }
        if odds(50) { add("L1", "lamp", .nonConsumable, at: 10) }
        var policy = EntitlementPolicy.none
        if odds(50) { policy.renewalGrace = .seconds(Int.random(in: 1...20, using: &random)) }
        if odds(30) { (policy.offlineLifetime, policy.endsWhenStale) = (.seconds(50), true) }
        let trusted = odds(80) ? Self.at(Int.random(in: 0...120, using: &random)) : Timestamp(milliseconds: .min)
        let signed = odds(30) ? max(trusted, Self.at(Int.random(in: 0...150, using: &random))) : nil
        let hash = KeyedHash.zero
        snapshot = EntitlementSnapshot(
            state: EntitlementState(
                of: all, joined: JoinedOriginals(of: all, hash), balances: ["seeds": 3], renewals: renewals, hash: hash),
            trustedDate: trusted, signedDate: signed, policy: policy, lastReport: Self.at(60))
    }

    func owned(at seconds: Int) -> StoreEntitlements { StoreEntitlements(snapshot, deviceTime: Self.at(seconds)) }
}

@Suite("What is published for widgets and extensions", .timeLimit(.minutes(30)))
struct PublishedTests {
    @Test(
        "E2, E3: at each moment it says what the store would say, with a clock that is turned back too",
        arguments: [200])
    func sameAsStore(seeds: UInt64) throws {
        for seed in 1...seeds {
            let records = Records(seed: seed)
            // Without a signed date, from the moment on.
            let first = records.snapshot.trustedDate.milliseconds == .min ? 30 : -5
            let made = PublishedEntitlements(records.owned(at: 30))
            let published = try PublishedEntitlements(encoded: made.encoded(), path: "")
            try #require(published == made)
            var (change, last) = (published.nextChange(after: Records.at(first).date), Set<String>?.none)
            for moment in first...260 {
                let (owned, date) = (records.owned(at: moment), Records.at(moment).date)
                try #require(
                    published.activeProductIDs(at: date) == owned.activeProductIDs, "seed \(seed), \(moment) s")
                for product in Records.products {
                    try #require(published.contains(product, at: date) == owned.contains(product))
                    try #require(published.purchasedQuantity(of: product) == owned.purchasedQuantity(of: product))
                }
                if let last, last != owned.activeProductIDs {
                    try #require(change == date, "seed \(seed), \(moment) s")
                    change = published.nextChange(after: date)
                }
                last = owned.activeProductIDs
            }
        }
    }

    private let nothing = StoreEntitlements([], at: Date())
    private let lamp = StoreEntitlements(
        [StoreTransaction(.init(id: "T-4711", productID: "lamp", productType: .nonConsumable, purchaseTime: .zero))],
        at: Date())

    @Test("A crash while it is published leaves the earlier value or the later one, and a failure the earlier one")
    func crashes() throws {
        let values = [PublishedEntitlements(lamp), PublishedEntitlements(nothing)]
        func place(_ files: CrashingFiles) -> SharedEntitlements {
            SharedEntitlements(files, name: "owned", .none, nil)
        }
        for isDeath in [true, false] {
            var (step, isDone) = (0, false)
            while !isDone {
                step += 1
                let files = CrashingFiles()
                try place(files).publish(lamp)
                files.change { [at = files.requests + step] in if isDeath { $0.diesAt = at } else { $0.failsAt = at } }
                isDone = (try? place(files).publish(nothing)) != nil
                if !isDeath { #expect(try place(files).read() == values[isDone ? 1 : 0]) }
                try files.everyPowerLoss(combining: 8) { try #require(values.contains(place($0).read())) }
            }
            #expect(step >= 4)
        }
    }

    @Test("A file without a lock, private data and leftovers; it can be read while it is written")
    func file() async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("purser-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let shared = try SharedEntitlements(file: folder.appendingPathComponent("group/owned.json"))
        #expect(throws: PublishedEntitlementsFailure.self) { try shared.read() }
        #expect(try shared.publish(lamp) && !shared.publish(lamp))
        let reading = Task.detached {
            while !Task.isCancelled { try #require(["lamp", "nothing"].contains("\(shared.read())")) }
        }
        for round in 1...200 { try shared.publish(round.isMultiple(of: 2) ? lamp : nothing) }
        reading.cancel()
        try await reading.value
        #expect(
            try FileManager.default.subpathsOfDirectory(atPath: folder.path).sorted() == ["group", "group/owned.json"])
        let text = try String(contentsOf: folder.appendingPathComponent("group/owned.json"), encoding: .utf8)
        #expect(text == #"{"isKnown":true,"products":{"lamp":[[null,null]]},"quantities":{},"version":1}"#)
        let page = try #require(URL(string: "https://a/b"))
        #expect(throws: StorageFailure.self) { try SharedEntitlements(file: page) }
    }

    @Test(
        "A value that cannot be read says why, and what to do",
        arguments: [
            (nil, .missing), ("", .damaged), (#"{"version":1}"#, .damaged), (#"{"version":2}"#, .newer),
            (#"{"isKnown":true,"products":{"lamp":[[null]]},"quantities":{},"version":1}"#, .damaged),
        ] as [(String?, PublishedEntitlementsFailure.Code)])
    func failures(bytes: String?, code: PublishedEntitlementsFailure.Code) throws {
        let files = CrashingFiles()
        if let bytes { try files.open("owned", as: .creating).write(Array(bytes.utf8), at: 0) }
        let error = #expect(throws: PublishedEntitlementsFailure.self) {
            try SharedEntitlements(files, name: "owned", .none, nil).read()
        }
        #expect(error?.code == code && error?.message.hasPrefix("/crashing/owned: ") == true)
    }

    @Test("In user defaults that the programs share")
    func defaults() throws {
        let suite = "purser-tests-\(UUID().uuidString)"
        defer { UserDefaults(suiteName: suite)?.removePersistentDomain(forName: suite) }
        let shared = SharedEntitlements(in: DefaultsLedgerStorage(suite: suite))
        #expect(throws: PublishedEntitlementsFailure.self) { try shared.read() }
        #expect(try shared.publish(lamp) && !shared.publish(lamp))
        #expect(try SharedEntitlements(in: DefaultsLedgerStorage(suite: suite)).read().contains("lamp"))
    }
}
