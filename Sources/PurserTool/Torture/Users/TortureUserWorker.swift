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
    /// Where marks and complaints are written.
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

    /// All callers at the same time, each with its steps in order.
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

    /// Takes one step.
    private func take(_ step: TortureUserPlan.Step, _ store: TortureUserStore) async throws {
        switch step {
        case .buy(let productID, let quantity): try await buy(productID, quantity, store)
        case .switchUser(let places, let signsOut): try await switchUser(places, signsOut, store)
        case .refund(let numbers): try await refund(numbers, store)
        case .move(let numbers): try await move(numbers, store)
        }
    }

    /// Keeps what goes wrong as a complaint.
    private static func noting(_ complaints: Lock<[String]>, _ work: () async throws -> Void) async {
        do {
            try await work()
        } catch {
            complaints.withLock { $0.append(ToolError.line(for: error)) }
        }
    }

    /// Writes a mark, at which the worker may be killed.
    func mark(_ mark: TortureMark) { output.text(mark.rawValue) }
}
