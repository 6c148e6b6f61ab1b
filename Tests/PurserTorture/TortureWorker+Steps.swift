import Purser
import PurserSimulator

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

// The single steps of a caller.
extension TortureWorker {
    /// How a purchase may end where users are switched at the same time.
    private static let expected: Set<PurchaseFailure.Code> = [
        .accountSwitched, .accountNotNamed, .ownedByAnotherAccount,
        // The user of the request is not the present one any more.
        .invalidRequest,
    ]

    /// Buys for the present user, and delivers and finishes what is manual.
    func buy(_ productID: String, _ quantity: Int, _ finishing: Finishing?, _ store: TortureStore) async throws {
        guard let user = await store.presentUser() else { return }
        let request = plan.users.request(productID, quantity, of: user, finishing)
        mark(.asked)
        guard let outcome = try await outcome(of: request, store.store) else { return }
        guard case .purchased(let purchase) = outcome else { throw TortureError("\(productID) was not purchased") }
        try check(purchase, request, user)
        guard await store.appStore.transactions.contains(where: { $0.id == purchase.transaction.id }) else {
            throw TortureError("\(purchase.transaction.id) was answered and never charged")
        }
        mark(.answered)
        guard purchase.needsFinish else { return }
        try store.notes.call(.manual, purchase.update)
        try await finish(purchase)
    }

    /// How a purchase ended; `nil` when it ended as it may.
    private func outcome(of request: PaymentRequest, _ store: PurchaseStore) async throws -> PurchaseOutcome? {
        do {
            return try await store.purchase(request)
        } catch {
            guard Self.expected.contains(error.code) else { throw error }
            return nil
        }
    }

    /// Finishes a purchase; what belongs to a user who is gone is unfinished when that user comes back.
    private func finish(_ purchase: StorePurchase) async throws {
        do {
            try await purchase.finish()
        } catch {
            guard error.code == .accountSwitched else { throw error }
        }
    }

    /// The answer is the user's own purchase and, unless it is an earlier one, has the context of the request.
    private func check(_ purchase: StorePurchase, _ request: PaymentRequest, _ user: UUID) throws {
        guard purchase.update.account == plan.users.account(of: user) else {
            throw TortureError("\(plan.users.name(user)) was answered with \(purchase.update) of another user")
        }
        guard purchase.wasRecordedBefore || purchase.context == request.context else {
            throw TortureError("\(purchase.transaction.id) came back with the context of another payment")
        }
    }

    /// Switches to the user so many places further on.
    func switchUser(_ places: Int, _ signsOut: Bool, _ store: TortureStore) async throws {
        let next = plan.users.user(places, after: store.store.account.userID)
        mark(.switching)
        if signsOut { try await store.store.switchAccount(to: .unnamed) }
        try await store.store.switchAccount(to: .user(next))
        mark(.switched)
    }

    /// The App Store refunds something, corrects a refund or reverses one.
    func refund(_ numbers: SplitMix64, _ store: TortureStore) async throws {
        let appStore = store.appStore
        switch plan.refund(of: await appStore.transactions, numbers) {
        case .refund(let id, let percentage): try await appStore.refund(id, percentage: percentage)
        case .correct(let id, let percentage): try await appStore.correctRefund(id, percentage: percentage)
        case .reverse(let id): try await appStore.reinstate(id)
        case nil: return
        }
        mark(.refunded)
    }

    /// Another user is named for a purchase, whoever is present.
    func move(_ numbers: SplitMix64, _ store: TortureStore) async throws {
        guard let (transaction, user) = plan.move(of: await store.appStore.transactions, numbers) else { return }
        try store.notes.moving(transaction, to: user)
        try await store.appStore.setAppAccountToken(user, of: transaction.id)
        mark(.moved)
    }
}

extension TortureUsers {
    /// A request whose context names product, quantity and user.
    ///
    /// It names the user too: a switch may come between reading who is present and the purchase.
    func request(
        _ productID: String, _ quantity: Int, of user: UUID, _ finishing: Finishing? = nil
    ) -> PaymentRequest {
        PaymentRequest(
            productID: productID, quantity: quantity, appAccountToken: isShared ? nil : user,
            context: ["product": productID, "quantity": "\(quantity)", "user": "\(user)"], finishing: finishing)
    }
}
