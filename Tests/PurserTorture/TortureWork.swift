import Purser

/// What a worker is started for: it buys until it is killed.
struct TortureWork: Sendable {
    let folder: TortureFolder
    let plan: TorturePlan
    let durability: LedgerDurability
    let flaw: TortureFlaw?

    /// Works; the exit status.
    func status() async -> Int32 {
        do {
            guard let count = plan.users else {
                return try await TortureWorker(
                    folder: folder, plan: plan, durability: durability, flaw: flaw, shift: TortureShift()
                ).run()
            }
            let userPlan = TortureUserPlan(plan: plan, users: TortureUsers(count: count, seed: plan.seed))
            return try await TortureUserWorker(
                folder: folder, plan: userPlan, durability: durability, flaw: flaw, shift: TortureShift()
            ).run()
        } catch {
            Standard.complain(TortureError.line(for: error))
            return 1
        }
    }
}
