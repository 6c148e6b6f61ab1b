import Purser

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

enum ReportingChecks {
    private typealias Check = BackendContract.Check

    static let reporting = [
        Check("a transaction has the account token of its payment, if the platform returns it") { session in
            guard session.subject.returnsAppAccountToken else { return }
            let user = UUID()
            let (_, reported) = try await session.buy(session.subject.consumableID, appAccountToken: user)
            try session.expect(
                reported.transaction.appAccountToken == user,
                "paid for \(user), got \(reported.transaction.appAccountToken.map(String.init(describing:)) ?? "no account")"
            )
        },
        Check("a transaction with an invalid signature is reported as invalid") { session in
            guard try await session.subject.forgeTransactions() else { return }
            let (_, reported) = try await session.buy(session.subject.consumableID)
            if case .verified = reported.verification {
                throw session.violation("a transaction with an invalid signature was reported as verified")
            }
        },
        Check("a purchase that the customer began outside the app is reported with its product") { session in
            let product = session.subject.consumableID
            guard try await session.subject.promote(product) else { return }
            let promoted = try await session.wait(for: "the promoted purchase") { events in
                for case .promotedPurchase(let purchase) in events { return purchase }
                return nil
            }
            try session.expect(promoted.productID == product, "\(promoted.productID) was reported, not \(product)")
        },
        Check("a change of storefront is reported, and storefront() returns the same") { session in
            guard let storefront = try await session.subject.changeStorefront() else { return }
            let reported = try await session.wait(for: "the storefront") { events in
                for case .storefrontChanged(let storefront) in events { return storefront }
                return nil
            }
            let asked = await session.backend.storefront()
            try session.expect(
                reported == storefront && asked == storefront,
                "moved to \(storefront), reported was \(reported), and storefront() returns "
                    + "\(String(describing: asked))")
        },
        Check("changes while the backend is not active are reported after the next activation, not before") { session in
            let (_, reported) = try await session.buy(session.subject.nonConsumableID)
            _ = await session.backend.finish([reported.transaction.id])
            await session.backend.deactivate()
            session.forget()
            try await session.subject.refund(reported.transaction.id)
            try await session.pause()
            try session.expect(session.events.isEmpty, "a deactivated backend put events into the inbox")
            try await session.backend.activate()
            try await session.expectRefund(of: reported)
        },
        Check("run() can be ended and started again, as in a later launch") { session in
            await session.close()
            try await session.open()
            try await session.subject.deferNextPurchase()
            let payment = session.payment(session.subject.consumableID)
            try await session.backend.submit([payment])
            _ = try await session.ending(of: payment)
            try await session.subject.approvePending()
            _ = try await session.wait(for: "the approved transaction") { $0.compactMap(\.transaction).first }
        },
    ]

    static let edges = [
        Check("a payment that fails ends with its error") { session in
            guard try await session.subject.failNextPurchase() else { return }
            let payment = session.payment(session.subject.consumableID)
            try await session.expectFailure(of: payment)
        },
        Check("a payment for a product that is not sold fails") { session in
            try await session.expectFailure(of: session.payment("no.such.product"))
        },
        Check("finishing a transaction that does not exist does not prevent others from being finished") { session in
            let (_, reported) = try await session.buy(session.subject.consumableID)
            let id = reported.transaction.id
            let errors = await session.backend.finish(["no.such.transaction", id])
            try session.expect(errors[id] == nil, "finishing failed: \(errors)")
            session.forget()
            try await session.backend.redeliver()
            try await session.pause()
            let again = session.events.compactMap(\.transaction).contains { $0.transaction.id == id }
            try session.expect(!again, "a finished transaction was reported again")
        },
        Check("empty requests are not errors") { session in
            do {
                let answer = try await session.backend.products(for: [])
                try session.expect(answer.products.isEmpty, "requested no products, got some")
                try await session.backend.submit([])
            } catch let error as BackendFailure {
                throw session.violation("an empty request failed: \(error)")
            }
            let errors = await session.backend.finish([String]())
            try session.expect(errors.isEmpty, "an empty finish failed: \(errors)")
            try await session.pause()
            try session.expect(session.events.isEmpty, "empty requests were answered with events")
        },
        Check("redeliveries and restores include a transaction immediately") { session in
            let (_, reported) = try await session.buy(session.subject.nonConsumableID)
            session.forget()
            try await session.backend.redeliver()
            try await session.expectLeftover(reported)
            session.forget()
            try await session.backend.restore(RestoreID(rawValue: 79), for: nil)
            let events = try await session.wait(for: "the end of the restore") { events in
                events.contains { if case .restoreEnded = $0 { true } else { false } } ? events : nil
            }
            // A platform may restore it as a new transaction, which names the first one.
            let id = reported.transaction.id
            try session.expect(
                events.contains {
                    [$0.transaction?.transaction.id, $0.transaction?.transaction.originalID].contains(id)
                },
                "a restore right after a purchase ended without it")
        },
    ]
}

extension ContractSession {
    /// Submits a payment that must fail: the call throws, or the payment ends with an error.
    fileprivate func expectFailure(of payment: BackendPayment) async throws {
        do {
            try await backend.submit([payment])
        } catch is BackendFailure {
            return
        }
        let ending = try await ending(of: payment)
        guard case .failed = ending.result else {
            throw violation("a payment that cannot succeed ended as \(ending.result)")
        }
        try expect(!events.contains { $0.transaction != nil }, "a payment that failed has a transaction")
    }
}
