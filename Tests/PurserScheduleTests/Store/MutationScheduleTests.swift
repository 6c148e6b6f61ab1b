import PurserSimulator
import PurserTesting
import Testing

@testable import Purser

/// Each promise is broken on purpose, outside the library: the checks must notice it within a few hundred seeds.
@Suite("The schedule checks bite")
struct MutationScheduleTests {
    /// Runs seeds until `promise` is found violated.
    private func expectCaught(_ promise: String, _ change: (inout Scenario) -> Void) {
        let survey = Survey(seeds: 1...300, until: promise, change)
        #expect(survey.found[promise] != nil, "only \(survey.found.keys.sorted()) was noticed")
    }

    @Test("F1: finishing before the record is noticed")
    func finishesBeforeRecord() {
        expectCaught("F1") {
            $0.isPumped = true
            $0.mutations.backend.finishesAtOnce = true
        }
    }

    @Test("F1: believing an invalid signature is noticed")
    func believesSignatures() {
        expectCaught("F1") {
            $0.hasBadSignatures = true
            $0.mutations.believesEverything = true
        }
    }

    @Test("D1: swallowing refunds as repetitions is noticed")
    func swallowsRefunds() {
        expectCaught("D1") {
            $0.isPumped = false
            $0.mutations.refusesRevoked = true
        }
    }

    @Test("D2: counting a repetition again is noticed")
    func countsRepetitions() {
        expectCaught("D2") {
            $0.isPumped = true
            $0.mutations.backend.reports = { batch in [batch, batch.map(\.asAnotherTransaction)] }
        }
    }

    @Test("M4: matching several payments by their product alone is noticed")
    func matchesByProduct() {
        expectCaught("M4") {
            $0.echoesTokens = true
            $0.isPumped = true
            $0.concurrentPayments = 1_024
            $0.mutations.backend.hidesTokens = true
        }
    }

    @Test("O2: telling completes before payments is noticed")
    func tellsCompletesFirst() {
        expectCaught("O2") {
            $0.echoesTokens = true
            $0.isPumped = true
            $0.concurrentPayments = 1_024
            $0.mutations.backend.claimsOneBatch = true
        }
    }

    @Test("C2: the end of a restore that overtakes its transactions is noticed")
    func endsRestoreEarly() {
        expectCaught("C2") {
            $0.isPumped = true
            $0.mutations.backend.pauses = true
            $0.mutations.backend.reports = { batch in
                [batch.filter(\.isRestoreEnd), batch.filter { !$0.isRestoreEnd }].filter { !$0.isEmpty }
            }
        }
    }

    @Test("C1: a payment whose end is lost is noticed")
    func losesEndings() {
        expectCaught("C1") {
            $0.isPumped = true
            $0.mutations.backend.reports = { batch in [batch.filter { !$0.isPaymentEnd }] }
        }
    }

    @Test("M3: an intent that is not recorded is noticed")
    func forgetsIntents() {
        expectCaught("M3") {
            $0.echoesTokens = true
            $0.mutations.forgets = { if case .intent = $0 { true } else { false } }
        }
    }

    @Test("F2: a grant whose record is forgotten is noticed")
    func forgetsGrants() {
        expectCaught("F2") {
            $0.hasGrantHandler = true
            $0.mutations.forgets = { if case .step(_, .granted) = $0 { true } else { false } }
        }
    }

    @Test("F8: a taking back whose record is forgotten is noticed")
    func forgetsRevokes() {
        expectCaught("F8") {
            ($0.isPumped, $0.hasGrantHandler, $0.hasRevokeHandler) = (false, true, true)
            ($0.crashes, $0.storageFailures, $0.launches) = (false, 0, 3)
            $0.mutations.forgets = { if case .step(_, .revoked) = $0 { true } else { false } }
        }
    }

    @Test("F10: a taking back that does not happen is noticed")
    func dropsRevokes() {
        expectCaught("F10") {
            ($0.isPumped, $0.hasGrantHandler, $0.hasRevokeHandler) = (false, true, true)
            $0.mutations.dropsRevokes = true
        }
    }

    @Test("F3: a manual purchase that is finished unasked is noticed")
    func finishesManualOnes() {
        expectCaught("F3") {
            $0.isPumped = true
            $0.mutations.backend.finishesAtOnce = true
        }
    }

    @Test("O4: updates that are recorded and then lost are noticed")
    func losesUpdates() {
        expectCaught("O4") {
            $0.mutations.forgets = {
                if case .update(let update, _) = $0 { update.sequence.isMultiple(of: 3) } else { false }
            }
        }
    }

    @Test("O4: a subscriber that is given the newest only is noticed")
    func dropsUpdates() {
        expectCaught("O4") { $0.mutations.subscribersDropEvery = 3 }
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
