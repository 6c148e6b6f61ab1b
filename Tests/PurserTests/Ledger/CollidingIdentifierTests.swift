import PurserTesting
import Testing

@testable import Purser

@Suite("Identifiers that were chosen to coincide")
struct CollidingIdentifierTests {
    private static let pair = Result {
        var generator = SeededGenerator(seed: 1)
        return try collision(&generator)
    }

    @Test("D1: both are recorded, finished and archived, and found again after a relaunch")
    func recorded() throws {
        let (first, second) = try Self.pair.get()
        #expect(first != second)
        #expect(MurmurHash.fingerprint(of: first) == MurmurHash.fingerprint(of: second))
        var state = LedgerState(archivingLimit: 0)
        for id in [first, second] {
            #expect(state.take(.sample(id))?.sequence == (id == first ? 1 : 2))
            let known = try #require(state.transactions[id])
            state.note(.finished(known))
        }
        #expect(state.transactions.archivedCount == 2)
        #expect(state.balances == ["coins": 2])
        var reopened = LedgerState(archivingLimit: 0)
        state.write { reopened.apply($0) }
        for state in [state, reopened] {
            var state = state
            #expect(state.transactions.sequence(of: first) == 1 && state.transactions.sequence(of: second) == 2)
            #expect(state.take(.sample(first)) == nil && state.take(.sample(second)) == nil)
        }
    }

    @Test("D1, F1: a store takes both from its backend, grants both and finishes both")
    func delivered() async throws {
        // Found in the same way, by chance out of millions: the entrance refuses control characters in identifiers.
        let (first, second) = ("qhzcs101pmm0aks4qmgc2bbhrpcfdd23", "mwtchlmouknxlyewCSdPZ~y_J0f7{?@}")
        #expect(MurmurHash.fingerprint(of: first) == MurmurHash.fingerprint(of: second))
        let granted = Lock<[String]>([])
        let backend = ScriptedBackend()
        var configuration = PurchaseStore.Configuration(backend: backend)
        configuration.grant = { update in granted.withLock { $0.append(update.transaction.id) } }
        let store = try await PurchaseStore.open(configuration)
        try await store.waitUntilReady()
        for id in [first, second] { backend.inbox.put([StoreTransaction.sample(id).told(.elsewhere)]) }
        try await eventually { backend.record.finished.count == 2 }
        #expect(backend.record.finished.sorted() == [first, second].sorted())
        #expect(granted.withLock { $0.sorted() } == [first, second].sorted())
        #expect(store.entitlements.purchasedQuantity(of: "coins") == 2)
        await store.close()
    }

    @Test("E2: two subscriptions whose original transactions coincide are two")
    func lines() throws {
        let (first, second) = try Self.pair.get()
        let periods = [first, second].map { id in
            StoreTransaction.sample(id, "news", .autoRenewable) { $0.expirationTime = at(id == first ? 100 : 200) }
        }
        let hash = KeyedHash(first: 3, second: 4)
        #expect(EntitlementState(of: periods, balances: [:], hash: hash).periods.count == 2)
    }

    @Test("The keyed hash is SipHash with 128 bits: the published values, and those of the rounds used here")
    func sipHash() {
        let hash = KeyedHash(first: 0x0706_0504_0302_0100, second: 0x0F0E_0D0C_0B0A_0908)
        // By the authors' reference implementation for 2 and 4 rounds, by OpenSSL for both.
        let known: [(count: Int, two: [UInt64], one: [UInt64])] = [
            (0, [0xE6A8_25BA_047F_81A3, 0x9302_55C7_1472_F66D], [0xBEA5_8827_B2BC_7EE7, 0x0130_30DD_6ADB_62FD]),
            (1, [0x44AF_996B_D8C1_87DA, 0x45FC_229B_1159_7634], [0xA8ED_D360_0437_6FFC, 0x63F0_2F2B_CC73_055E]),
            (15, [0x11A8_B033_99E9_9354, 0xD9C3_CF97_0FEC_087E], [0x6C52_BDB2_0555_7EC1, 0x0901_7E1E_ECCD_2129]),
            (16, [0xBB54_B067_CAA4_E26E, 0x7705_2385_BF15_33FD], [0xEB8E_5115_57D9_A8D0, 0x9317_9E3D_F8B0_13B5]),
            (63, [0x4A83_502F_77D1_5051, 0x7CBD_3F97_9A06_3E50], [0x6F42_FE4E_E300_584C, 0xAD60_52A7_0A6B_9F07]),
        ]
        for (count, two, one) in known {
            let bytes = (0..<count).map { UInt8($0) }
            bytes.withUnsafeBytes {
                let published = hash.hash($0, rounds: 2, lastRounds: 4)
                #expect([published.high, published.low] == two, "\(count)")
            }
            let text = String(decoding: bytes, as: UTF8.self)
            #expect(hash.fingerprint(of: text) == Fingerprint(high: one[0], low: one[1]))
        }
        #expect(
            KeyedHash(first: 1, second: 0).fingerprint(of: "a") != KeyedHash(first: 0, second: 1).fingerprint(of: "a"))
    }

    /// Two texts of 32 bytes that are UTF-8 and have the same MurmurHash3.
    ///
    /// The hash takes 16 bytes at a time. A first block is drawn for each text, and the second block of the second one is
    /// computed backwards, so that both end in the same state; of the many pairs one is text.
    static func collision(_ generator: inout SeededGenerator) throws -> (String, String) {
        func block() -> (UInt64, UInt64) {
            // Letters, so that it is text.
            (
                generator.next() & 0x0F0F_0F0F_0F0F_0F0F | 0x6060_6060_6060_6060,
                generator.next() & 0x0F0F_0F0F_0F0F_0F0F | 0x6060_6060_6060_6060
            )
        }
        let first = [block(), block()]
        for _ in 0..<10_000_000 {
            let other = block()
            let (start, goal) = (Murmur.state(after: [other]), Murmur.state(after: first))
            let second = Murmur.block(from: start, to: goal)
            guard (second.0 | second.1) & 0x8080_8080_8080_8080 == 0 else { continue }
            return (Murmur.text(first), Murmur.text([other, second]))
        }
        throw NothingFound()
    }

    struct NothingFound: Error {}
}

/// MurmurHash3's rounds, forwards and backwards.
private enum Murmur {
    typealias State = (first: UInt64, second: UInt64)

    static func state(after blocks: [(UInt64, UInt64)]) -> State {
        var (first, second) = (UInt64(0), UInt64(0))
        for block in blocks {
            first = (rotate(first ^ mix(block.0, 31, c1, c2), 27) &+ second) &* 5 &+ 0x52DC_E729
            second = (rotate(second ^ mix(block.1, 33, c2, c1), 31) &+ first) &* 5 &+ 0x3849_5AB5
        }
        return (first, second)
    }

    /// The block that leads from one state to another.
    static func block(from start: State, to goal: State) -> (UInt64, UInt64) {
        let first = rotate((goal.first &- 0x52DC_E729) &* inverse(5) &- start.second, 37) ^ start.first
        let second = rotate((goal.second &- 0x3849_5AB5) &* inverse(5) &- goal.first, 33) ^ start.second
        return (unmix(first, 31, c1, c2), unmix(second, 33, c2, c1))
    }

    private static let c1: UInt64 = 0x87C3_7B91_1142_53D5
    private static let c2: UInt64 = 0x4CF5_AD43_2745_937F

    private static func mix(_ word: UInt64, _ turn: UInt64, _ before: UInt64, _ after: UInt64) -> UInt64 {
        rotate(word &* before, turn) &* after
    }

    private static func unmix(_ word: UInt64, _ turn: UInt64, _ before: UInt64, _ after: UInt64) -> UInt64 {
        rotate(word &* inverse(after), 64 - turn) &* inverse(before)
    }

    private static func rotate(_ word: UInt64, _ count: UInt64) -> UInt64 { word << count | word >> (64 - count) }

    /// The number whose product with an odd one is 1.
    private static func inverse(_ odd: UInt64) -> UInt64 {
        var inverse = odd
        for _ in 0..<6 { inverse = inverse &* (2 &- odd &* inverse) }
        return inverse
    }

    static func text(_ blocks: [(UInt64, UInt64)]) -> String {
        let bytes = blocks.flatMap { block in
            [block.0, block.1].flatMap { word in (0..<8).map { UInt8(truncatingIfNeeded: word >> (8 * UInt64($0))) } }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
