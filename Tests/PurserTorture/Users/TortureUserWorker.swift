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
    /// The folder of the chapter.
    let folder: TortureFolder
    /// What is done in this round.
    let plan: TortureUserPlan
    /// Whether the disk is waited for.
    let durability: LedgerDurability
    /// A mistake to make on purpose.
    let flaw: TortureFlaw?
    /// What is done around the work.
    let shift: TortureShift

    /// Works; the exit status.
    ///
    /// - Throws: anything that keeps it from working.
    func run() async throws -> Int32 {
        mark(.started)
        let store = try await TortureUserStore.open(
            folder,
            .init(
                round: plan.plan.round, users: plan.users, user: plan.first, policy: plan.policy,
                durability: durability, flaw: flaw, writeDelay: plan.plan.writeDelay(flaw),
                mark: shift.mark))
        mark(.opened)
        return await shift.run(store) { await work(store) }
    }

    /// All callers at the same time, each with its steps in order.
    private func work(_ store: TortureUserStore) async {
        await withTaskGroup { group in
            for caller in 0..<TorturePlan.callers {
                group.addTask {
                    for step in plan.steps(caller: caller, of: store.products) {
                        await shift.noting { try await take(step, store) }
                    }
                }
            }
        }
    }

    /// Takes one step.
    private func take(_ step: TortureUserPlan.Step, _ store: TortureUserStore) async throws {
        switch step {
        case .buy(let productID, let quantity): try await buy(productID, quantity, store)
        case .switchUser(let places, let signsOut): try await switchUser(places, signsOut, store)
        case .refund(let numbers): try await refund(numbers, store)
        case .move(let numbers): try await move(numbers, store)
        }
    }

    /// Writes a mark, at which the worker may be killed.
    func mark(_ mark: TortureMark) { shift.mark(mark) }
}
