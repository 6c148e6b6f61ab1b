import Foundation
import PurserTesting
import Testing

@testable import Purser

/// Short histories of one purchase of 8 units in the ledger, all of them: what is replayed must suffice.
@Suite("Units in the ledger: each short history")
struct UnitsLedgerTests {
    private static let deliverySteps = DeliverySteps(grants: true)

    private enum Event: CaseIterable {
        case reversed, quarter, half, whole, wholeWithoutPart
        case begin, succeed, failAfterEffect, failBefore
        case killed, compacted, deadLetter, released
    }

    /// What is on record, and what the app holds.
    private struct Life {
        var ledger = LedgerState(deliverySteps: UnitsLedgerTests.deliverySteps, archivingLimit: 0)
        var records: [LedgerRecord] = []
        var held = 0
        var running: StoreUpdate?
        var signed: Int64 = 0

        init() { report(nil, .proratedRefund, isRevoked: false) }

        var stored: LedgerTransaction? { ledger.transactions["T1"] }
        var due: Units.Call? { stored?.progress.due }
        var remaining: Int { stored?.remaining ?? -1 }

        mutating func report(
            _ percent: Decimal?, _ type: StoreTransaction.RevocationType?, isRevoked: Bool = true
        ) {
            signed += 1
            let reported = StoreTransaction.sample("T1", "seeds") {
                $0.purchasedQuantity = 8
                $0.signedTime = at(signed)
                guard isRevoked else { return }
                $0.revocationTime = at(1)
                $0.revocationType = type
                $0.revocationPercentage = percent
            }
            note(.transaction(IncomingTransaction(reported, phase: .complete, needsFinish: true)))
        }

        mutating func note(_ entry: LedgerEntry) { records += ledger.records(of: entry) }

        /// - Returns: whether the event may happen here.
        mutating func take(_ event: Event) -> Bool {
            switch event {
            case .reversed: report(nil, nil, isRevoked: false)
            case .quarter: report(25, .proratedRefund)
            case .half: report(50, .proratedRefund)
            case .whole: report(100, .fullRefund)
            case .wholeWithoutPart: report(nil, .fullRefund)
            case .begin:
                guard running == nil, let stored, [.awaitsGrant, .awaitsRevoke].contains(stored.progress.state) else {
                    return false
                }
                _ = ledger.begin(stored)
                running = stored.update
                call = due
            case .succeed:
                guard let running, let call else { return false }
                takeEffect()
                note(.step("T1", call == .grant ? .granted : .revoked, in: running))
                self.running = nil
            case .failAfterEffect, .failBefore:
                guard running != nil else { return false }
                if event == .failAfterEffect { takeEffect() }
                running = nil
            case .killed:
                running = nil
                ledger = LedgerState(deliverySteps: UnitsLedgerTests.deliverySteps, archivingLimit: 0)
                for record in records { ledger.apply(record) }
            case .compacted:
                running = nil
                var read = LedgerState(deliverySteps: UnitsLedgerTests.deliverySteps, archivingLimit: 0)
                records = []
                ledger.write { records.append($0) }
                for record in records { read.apply(record) }
                ledger = read
            case .deadLetter:
                guard running == nil, due != nil, stored?.progress.state != .deadLetter else { return false }
                note(.step("T1", .deadLetter(reason: "why")))
            case .released:
                guard stored?.progress.state == .deadLetter else { return false }
                note(.step("T1", .released))
            }
            return true
        }

        var call: Units.Call?

        private mutating func takeEffect() { held = running?.transaction.remainingQuantity ?? held }

        /// What is wrong here; `nil` when nothing is.
        var fault: String? {
            guard let stored else { return "it is gone" }
            var units = ledger.deliveries.units(of: stored)
            if ledger.mayHaveBegun(stored), let due { units.began(due, remaining: remaining) }
            if running == nil, !(units.low...units.high).contains(held) { return "\(held) is not in \(units)" }
            if running == nil, due == nil, held != remaining { return "\(held) are held, \(remaining) stand" }
            let isFailed = stored.progress.state == .deadLetter
            if isFailed != (ledger.deadLetters["T1"] != nil) { return "the list of dead letters differs" }
            if isFailed, due == nil { return "nothing is left to be done with a dead letter" }
            if ledger.deliveries.units["T1"] != nil, due == nil { return "\(units) is kept without need" }
            return settled
        }

        /// What is wrong once the calls that are due have succeeded.
        private var settled: String? {
            var progress = self
            progress.running = nil
            _ = progress.take(.released)
            for _ in 0..<2 where progress.due != nil {
                _ = progress.take(.begin)
                _ = progress.take(.succeed)
            }
            if progress.due != nil { return "two calls do not suffice" }
            return progress.held == progress.remaining
                ? nil : "\(progress.held) are held at last, \(progress.remaining) stand"
        }
    }

    private static func follow(
        _ progress: Life, _ story: [Event], left: Int, _ faults: inout [String], _ count: inout Int
    ) {
        count += 1
        if let fault = progress.fault { faults.append("\(story): \(fault)") }
        guard left > 0 else { return }
        for event in Event.allCases {
            var next = progress
            if next.take(event) { follow(next, story + [event], left: left - 1, &faults, &count) }
        }
    }

    @Test("F10: whatever happens to a purchase, what is on record leads the app to what stands")
    func histories() {
        var (faults, count) = ([String](), 0)
        Self.follow(Life(), [], left: plain(4, long: 5), &faults, &count)
        #expect(faults.isEmpty, "\(faults.count) of \(count), such as \(faults.prefix(3))")
        #expect(count > 3_000)
    }
}
