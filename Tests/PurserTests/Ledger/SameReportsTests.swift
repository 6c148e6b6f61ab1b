import Foundation
import PurserTesting
import Testing

@testable import Purser

/// The same reports, however they are put together and wherever the program was launched again between them.
@Suite("The same reports", .timeLimit(.minutes(30)))
struct SameReportsTests {
    /// One delivery of a backend.
    private struct Delivery {
        var transactions: [StoreTransaction]
        var renewals: [RenewalReport]
        /// Whether consumables are finished, and archived with that, before the next one.
        var finishes: Bool
    }

    /// What a ledger looks like, as far as it decides anything.
    private struct Outcome: Equatable {
        var updates: [StoreUpdate] = []
        var snapshot: [LedgerRecord] = []

        static func == (one: Outcome, other: Outcome) -> Bool {
            one.updates.map { LedgerRecord.update($0, stepsDue: []) }
                == other.updates.map { LedgerRecord.update($0, stepsDue: []) } && one.snapshot == other.snapshot
        }
    }

    private func deliveries(_ random: inout SeededGenerator) -> [Delivery] {
        (0..<Int.random(in: 4...30, using: &random)).map { _ in
            let count = Int.random(in: 0...3, using: &random)
            let transactions = (0..<count).map { _ in transaction(&random) }
            let renewals = (0..<Int.random(in: 0...2, using: &random)).map { _ in renewal(&random) }
            let finishes = Int.random(in: 0..<3, using: &random) == 0
            return Delivery(transactions: transactions, renewals: renewals, finishes: finishes)
        }
    }

    private func transaction(_ random: inout SeededGenerator) -> StoreTransaction {
        let number = Int.random(in: 1...6, using: &random)
        let type: StoreProduct.ProductType =
            number <= 2 ? .consumable : number == 3 ? .nonConsumable : .autoRenewable
        return .sample("T\(number)", "product \(min(number, 4))", type, at: Int64(number)) {
            if type == .autoRenewable {
                $0.originalID = "T4"
                $0.expirationTime = at(Int64(number) * 100)
            }
            $0.signedTime = Int.random(in: 0..<8, using: &random) == 0 ? nil : at(.random(in: 10...40, using: &random))
            if Int.random(in: 0..<3, using: &random) == 0 { $0.price = Decimal(Int.random(in: 1...2, using: &random)) }
            if Int.random(in: 0..<3, using: &random) == 0 { $0.appTransactionID = "7" }
            if Bool.random(using: &random) { $0.webOrderLineItemID = "w\(number)" }
            if Int.random(in: 0..<6, using: &random) == 0 { $0.revocationTime = at(20) }
            if Int.random(in: 0..<4, using: &random) == 0 { $0.jwsRepresentation = "a.\(number).c" }
        }
    }

    private func renewal(_ random: inout SeededGenerator) -> RenewalReport {
        let original = Int.random(in: 0..<5, using: &random) == 0 ? "unknown" : "T4"
        if Bool.random(using: &random) {
            let id = ["T4", "T5", "T6", "unknown"].randomElement(using: &random) ?? "T4"
            return .status(.init(state: .init(rawValue: .random(in: 1...3, using: &random)), transactionID: id))
        }
        var info = StoreRenewalInfo(
            originalTransactionID: original, currentProductID: "gold", willAutoRenew: .random(using: &random))
        info.signedTime = at(.random(in: 10...40, using: &random))
        return .info(info)
    }

    /// Has a ledger decide about deliveries, some of which come together, with launches between them.
    ///
    /// - Parameter random: decides about batches and launches; `nil` for each delivery alone, and no launch.
    private func run(_ deliveries: [Delivery], _ random: inout SeededGenerator?) throws -> Outcome {
        var outcome = Outcome()
        var ledger = LedgerState(archivingLimit: 0)
        var stored: [LedgerRecord] = []
        var rest = deliveries[...]
        while !rest.isEmpty {
            let count = random?.draw(1...rest.prefix(while: { !$0.finishes }).count + 1) ?? 1
            let some = rest.prefix(count)
            rest = rest.dropFirst(count)
            var batch = PreparedBatch(capacity: 1)
            for delivery in some {
                for transaction in delivery.transactions {
                    let incoming = IncomingTransaction(transaction, phase: .complete, needsFinish: true)
                    ledger.prepare(incoming, now: at(50), into: &batch)
                }
                ledger.prepare(renewals: delivery.renewals, now: at(50), into: &batch)
            }
            outcome.updates += batch.published.updates
            stored += batch.records
            for id in ["T1", "T2"] where some.last?.finishes == true {
                guard let known = ledger.transactions[id], known.progress.state == .awaitsFinish else { continue }
                stored += ledger.records(of: .finished(known))
            }
            switch random?.draw(0...3) {
            case 0: try relaunch(&ledger, from: &stored, compacts: false)
            case 1: try relaunch(&ledger, from: &stored, compacts: true)
            default: break
            }
        }
        try relaunch(&ledger, from: &stored, compacts: true)
        ledger.write { if let record = comparable($0) { outcome.snapshot.append(record) } }
        return outcome
    }

    /// A record of a snapshot without what a launch may change by itself: a call of a handler may have begun before it, so that
    /// how many units the app holds is less certain.
    private func comparable(_ record: LedgerRecord) -> LedgerRecord? {
        switch record {
        case .units: nil
        case .piece(.transaction(let update, _, let reason)):
            .piece(.transaction(update, [], deadLetter: reason))
        default: record
        }
    }

    private func relaunch(_ ledger: inout LedgerState, from stored: inout [LedgerRecord], compacts: Bool) throws {
        if compacts {
            stored = []
            ledger.write { stored.append($0) }
        }
        ledger = LedgerState(archivingLimit: 0)
        for record in stored { ledger.apply(try LedgerRecord(bytes: record.bytes)) }
    }

    @Test(
        "L4: the same reports, in any batches and over any relaunches, make the same updates and end in the same state")
    func sameEnd() throws {
        for seed in 0..<UInt64(plain(200, long: 1_500)) {
            var random = SeededGenerator(seed: seed)
            let deliveries = deliveries(&random)
            var none: SeededGenerator?
            let alone = try run(deliveries, &none)
            for purpose in ["one", "other"] {
                var some: SeededGenerator? = SeededGenerator(seed: seed, purpose: purpose)
                let outcome = try run(deliveries, &some)
                guard outcome == alone else {
                    Issue.record("seed \(seed), \(purpose): \(difference(outcome, alone))")
                    return
                }
            }
        }
    }

    private func difference(_ one: Outcome, _ other: Outcome) -> String {
        let kinds = (one.updates.map(\.description), other.updates.map(\.description))
        if kinds.0 != kinds.1 {
            return "updates\n\(kinds.0.joined(separator: "\n"))\n--\n\(kinds.1.joined(separator: "\n"))"
        }
        let pairs = zip(one.snapshot, other.snapshot).filter { $0 != $1 }
        return "snapshots of \(one.snapshot.count) and \(other.snapshot.count) records\n\(pairs.prefix(2))"
    }
}

extension SeededGenerator {
    fileprivate mutating func draw(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &self) }
}
