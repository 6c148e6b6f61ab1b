import PurserSimulator
import PurserTesting
import Testing

@testable import Purser

/// Each promise is broken on purpose, outside the library: the checks must notice it within a few hundred seeds.
@Suite("The schedule checks bite")
struct MutationScheduleTests {
    /// A mistake, and the promise that it breaks.
    struct Mistake: Sendable, CustomTestStringConvertible {
        let promise: String
        let words: String
        /// Whether the ledger is in files, on a disk that dies.
        let isOnDisk: Bool
        let change: @Sendable (inout Scenario) -> Void

        var testDescription: String { "\(promise): \(words)" }

        init(
            _ promise: String, _ words: String, isOnDisk: Bool = false,
            _ change: @escaping @Sendable (inout Scenario) -> Void
        ) {
            (self.promise, self.words, self.isOnDisk, self.change) = (promise, words, isOnDisk, change)
        }
    }

    private static let mistakes = [
        Mistake("F1", "finishing before the record") {
            ($0.isPumped, $0.mutations.backend.finishesAtOnce) = (true, true)
        },
        Mistake("F1", "believing an invalid signature") {
            ($0.hasBadSignatures, $0.mutations.believesEverything) = (true, true)
        },
        Mistake("D1", "swallowing refunds as repetitions") {
            ($0.isPumped, $0.mutations.refusesRevoked) = (false, true)
        },
        Mistake("D2", "counting a repetition again") {
            $0.isPumped = true
            $0.mutations.backend.reports = { batch in [batch, batch.map(\.asAnotherTransaction)] }
        },
        Mistake("M4", "matching several payments by their product alone") {
            ($0.echoesTokens, $0.isPumped, $0.concurrentPayments) = (true, true, 1_024)
            $0.mutations.backend.hidesTokens = true
        },
        Mistake("O2", "telling completes before payments") {
            ($0.echoesTokens, $0.isPumped, $0.concurrentPayments) = (true, true, 1_024)
            $0.mutations.backend.claimsOneBatch = true
        },
        Mistake("C2", "the end of a restore that overtakes its transactions") {
            ($0.isPumped, $0.mutations.backend.pauses) = (true, true)
            $0.mutations.backend.reports = { batch in
                [batch.filter(\.isRestoreEnd), batch.filter { !$0.isRestoreEnd }].filter { !$0.isEmpty }
            }
        },
        Mistake("C1", "a payment whose end is lost") {
            $0.isPumped = true
            $0.mutations.backend.reports = { batch in [batch.filter { !$0.isPaymentEnd }] }
        },
        Mistake("M3", "an intent that is not recorded") {
            $0.echoesTokens = true
            $0.mutations.forgets = { if case .intent = $0 { true } else { false } }
        },
        Mistake("F2", "a grant whose record is forgotten") {
            $0.hasGrantHandler = true
            $0.mutations.forgets = { if case .step(_, .granted) = $0 { true } else { false } }
        },
        Mistake("F8", "a taking back whose record is forgotten") {
            ($0.isPumped, $0.hasGrantHandler, $0.hasRevokeHandler) = (false, true, true)
            ($0.crashes, $0.storageFailures, $0.launches) = (false, 0, 3)
            $0.mutations.forgets = { if case .step(_, .revoked) = $0 { true } else { false } }
        },
        Mistake("F10", "a taking back that does not happen") {
            ($0.isPumped, $0.hasGrantHandler, $0.hasRevokeHandler) = (false, true, true)
            $0.mutations.dropsRevokes = true
        },
        Mistake("F3", "a manual purchase that is finished unasked") {
            ($0.isPumped, $0.mutations.backend.finishesAtOnce) = (true, true)
        },
        Mistake("O4", "updates that are recorded and then lost") {
            $0.mutations.forgets = {
                if case .update(let update, _) = $0 { update.sequence.isMultiple(of: 3) } else { false }
            }
        },
        Mistake("O4", "a subscriber that is given the newest only") { $0.mutations.subscribersDropEvery = 3 },
        Mistake("L1", "a storage that acknowledges before it syncs", isOnDisk: true) {
            $0.mutations.disk.skipsSyncs = true
        },
        Mistake("L1", "a storage that acknowledges what it never wrote", isOnDisk: true) {
            $0.mutations.disk.dropsWrites = true
        },
        Mistake("S1", "a storage that drops what a reader still needs", isOnDisk: true) {
            ($0.keptUpdates, $0.mutations.disk.dropsLogs) = (5, true)
        },
        Mistake("F1", "finishing before the record is safe", isOnDisk: true) {
            ($0.isPumped, $0.mutations.backend.finishesAtOnce) = (true, true)
        },
    ]

    @Test("A promise that is broken is noticed", arguments: mistakes)
    func isNoticed(_ mistake: Mistake) {
        let broken = Self.promises(brokenBy: mistake)
        #expect(broken.contains(mistake.promise), "only \(broken.sorted()) was noticed")
    }

    /// The promises that some seeds break, until the mistake's is among them; a run that does not end breaks C1.
    private static func promises(brokenBy mistake: Mistake) -> Set<String> {
        var broken: Set<String> = []
        for seed in 1...300 as ClosedRange<UInt64> where !broken.contains(mistake.promise) {
            var scenario = mistake.isOnDisk ? Scenario(dying: seed) : Scenario(seed: seed)
            mistake.change(&scenario)
            do {
                broken.formUnion(try World.violations(scenario).map { String($0.prefix { $0 != ":" }) })
            } catch {
                broken.insert((error as? SimulationFailure)?.code == .stalled ? "C1" : "error: \(error)")
            }
        }
        return broken
    }
}

extension BackendEvent {
    fileprivate var isRestoreEnd: Bool { if case .restoreEnded = self { true } else { false } }
    fileprivate var isPaymentEnd: Bool { if case .paymentEnded = self { true } else { false } }

    /// The same event about a transaction of another identifier, as if a repetition were another purchase.
    fileprivate var asAnotherTransaction: BackendEvent {
        guard case .transaction(var reported) = self else { return self }
        var fields = reported.transaction.fields
        fields.id += "-again"
        reported.transaction = StoreTransaction(fields)
        reported.origin = .other(nil)
        reported.needsFinish = false
        return .transaction(reported)
    }
}
