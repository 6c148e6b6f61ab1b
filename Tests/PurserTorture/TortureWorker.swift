import Purser
import PurserSimulator

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// What a worker does until it is killed: several callers buy, switch users, and have purchases refunded and moved, all at
/// the same time.
struct TortureWorker: Sendable {
    /// The folder of the chapter.
    let folder: TortureFolder
    /// What is done in this round.
    let plan: TorturePlan
    /// Whether the disk is waited for.
    let durability: LedgerDurability
    /// A mistake to make on purpose.
    let flaw: TortureFlaw?
    /// What is done around the work.
    let shift = TortureShift()

    /// Works; the exit status.
    func status() async -> Int32 {
        do {
            return try await run()
        } catch {
            Standard.complain(TortureError.line(for: error))
            return 1
        }
    }

    private func run() async throws -> Int32 {
        mark(.started)
        let store = try await TortureStore.open(
            folder,
            .init(
                round: plan.round, users: plan.users, user: plan.first, policy: plan.policy,
                durability: durability, flaw: flaw, writeDelay: plan.writeDelay(flaw),
                mark: shift.mark))
        mark(.opened)
        return await shift.run(store) { await work(store) }
    }

    /// All callers at the same time, each with its steps in order.
    private func work(_ store: TortureStore) async {
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
    private func take(_ step: TorturePlan.Step, _ store: TortureStore) async throws {
        switch step {
        case .buy(let productID, let quantity, let finishing):
            try await buy(productID, quantity, finishing, store)
        case .switchUser(let places, let signsOut): try await switchUser(places, signsOut, store)
        case .refund(let numbers): try await refund(numbers, store)
        case .move(let numbers): try await move(numbers, store)
        }
    }

    /// Writes a mark, at which the worker may be killed.
    func mark(_ mark: TortureMark) { shift.mark(mark) }
}
