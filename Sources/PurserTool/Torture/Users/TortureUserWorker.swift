import Purser
import PurserSimulator

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// What a worker with users does until it is killed: several callers buy, switch users, and have purchases refunded and
/// moved, all at the same time.
struct TortureUserWorker: Sendable {
    /// How a purchase may end where users are switched at the same time.
    private static let expected: Set<PurchaseFailure.Code> = [
        .accountSwitched, .accountNotNamed, .ownedByAnotherAccount,
        // The user of the request is not the present one any more.
        .invalidRequest,
    ]

    let folder: TortureFolder
    let plan: TortureUserPlan
    let durability: LedgerDurability
    let flaw: TortureFlaw?
    let output: Output

    /// Works; the exit status.
    ///
    /// - Throws: anything that keeps it from working.
    func run() async throws -> Int32 {
        mark(.started)
        let store = try await TortureUserStore.open(
            folder,
            .init(
                round: plan.plan.round, users: plan.users, user: plan.first, policy: plan.policy,
                durability: durability, flaw: flaw, writeDelay: flaw == .finishFirst ? 10_000 : plan.plan.writeDelay,
                mark: { [output] in output.text($0.rawValue) }))
        mark(.opened)
        let complaints = Lock<[String]>([])
        await withTaskGroup { group in
            group.addTask { await Self.noting(complaints) { try await store.follow() } }
            group.addTask {
                await work(store, complaints)
                mark(.closing)
                await store.close()
                mark(.closed)
            }
        }
        let all = await complaints.withLock { $0 } + store.appStore.violations
        for complaint in all { output.complain(complaint) }
        return all.isEmpty ? ExitStatus.success : ExitStatus.failure
    }

    private func work(_ store: TortureUserStore, _ complaints: Lock<[String]>) async {
        await withTaskGroup { group in
            for caller in 0..<TorturePlan.callers {
                group.addTask {
                    for step in plan.steps(caller: caller, of: store.products) {
                        await Self.noting(complaints) { try await take(step, store) }
                    }
                }
            }
        }
    }

    private func take(_ step: TortureUserPlan.Step, _ store: TortureUserStore) async throws {
        switch step {
        case .buy(let productID, let quantity): try await buy(productID, quantity, store)
        case .switchUser(let places, let signsOut): try await switchUser(places, signsOut, store)
        case .refund(let numbers): try await refund(numbers, store)
        case .move(let numbers): try await move(numbers, store)
        }
    }

    private func buy(_ productID: String, _ quantity: Int, _ store: TortureUserStore) async throws {
        guard let user = await store.presentUser() else { return }
        let request = PaymentRequest.tortured(productID, quantity, of: user)
        mark(.asked)
        guard let outcome = try await outcome(of: request, store.store) else { return }
        guard case .purchased(let purchase) = outcome else { throw ToolError("\(productID) was not purchased") }
        try check(purchase, request, user)
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
        guard purchase.update.account == .user(user) else {
            throw ToolError("\(plan.users.name(user)) was answered with \(purchase.update) of another user")
        }
        guard purchase.wasRecordedBefore || purchase.context == request.context else {
            throw ToolError("\(purchase.transaction.id) came back with the context of another payment")
        }
    }

    private func switchUser(_ places: Int, _ signsOut: Bool, _ store: TortureUserStore) async throws {
        let next = plan.users.user(places, after: store.store.account.userID)
        mark(.switching)
        if signsOut { try await store.store.switchAccount(to: .unnamed) }
        try await store.store.switchAccount(to: .user(next))
        mark(.switched)
    }

    private func refund(_ numbers: SplitMix64, _ store: TortureUserStore) async throws {
        let appStore = store.appStore
        switch plan.refund(of: await appStore.transactions, numbers) {
        case .refund(let id, let percentage): try await appStore.refund(id, percentage: percentage)
        case .correct(let id, let percentage): try await appStore.correctRefund(id, percentage: percentage)
        case .reverse(let id): try await appStore.reinstate(id)
        case nil: return
        }
        mark(.refunded)
    }

    private func move(_ numbers: SplitMix64, _ store: TortureUserStore) async throws {
        guard let (transaction, user) = plan.move(of: await store.appStore.transactions, numbers) else { return }
        try store.notes.moving(transaction, to: user)
        try await store.appStore.setAppAccountToken(user, of: transaction.id)
        mark(.moved)
    }

    private static func noting(_ complaints: Lock<[String]>, _ work: () async throws -> Void) async {
        do {
            try await work()
        } catch {
            complaints.withLock { $0.append(ToolError.line(for: error)) }
        }
    }

    private func mark(_ mark: TortureMark) { output.text(mark.rawValue) }
}

extension PaymentRequest {
    /// A request whose context names product, quantity and user.
    ///
    /// It names the user too: a switch may come between reading who is present and the purchase.
    static func tortured(_ productID: String, _ quantity: Int, of user: UUID) -> PaymentRequest {
        PaymentRequest(
            productID: productID, quantity: quantity, appAccountToken: user,
            context: ["product": productID, "quantity": "\(quantity)", "user": "\(user)"])
    }
}
