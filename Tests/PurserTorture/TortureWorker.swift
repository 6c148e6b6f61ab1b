import Purser
import PurserSimulator

/// What a worker does until it is killed: buys with several callers at once, hands over, finishes and closes.
struct TortureWorker: Sendable {
    let folder: TortureFolder
    let plan: TorturePlan
    let durability: LedgerDurability
    let flaw: TortureFlaw?
    let shift: TortureShift

    /// Works; the exit status.
    ///
    /// - Throws: anything that keeps it from working.
    func run() async throws -> Int32 {
        mark(.started)
        let store = try await TortureStore.open(
            folder, round: plan.round, durability: durability, flaw: flaw,
            writeDelay: plan.writeDelay(flaw),
            mark: shift.mark)
        mark(.opened)
        let answers = try NoteFile(path: folder.answers)
        return await shift.run(store) { await buy(store, answers) }
    }

    private func buy(_ store: TortureStore, _ answers: NoteFile) async {
        await withTaskGroup { group in
            for caller in 0..<TorturePlan.callers {
                group.addTask {
                    await shift.noting {
                        let requests = plan.requests(caller: caller, of: store.products)
                        for (index, request) in requests.enumerated() {
                            try await buy(request, store, answers)
                            if caller == 0, index == 0 { try await refund(store) }
                        }
                    }
                }
            }
        }
    }

    private func buy(_ request: PaymentRequest, _ store: TortureStore, _ answers: NoteFile) async throws {
        mark(.asked)
        guard case .purchased(let purchase) = try await store.store.purchase(request) else {
            throw TortureError("\(request.productID) was not purchased")
        }
        try answers.note("\(plan.round)", purchase.transaction.id)
        mark(.answered)
        guard purchase.needsFinish else { return }
        try await store.deliver(purchase)
    }

    /// The App Store takes something back, while it may still be on its way.
    private func refund(_ store: TortureStore) async throws {
        guard let transaction = plan.refund(of: await store.appStore.transactions) else { return }
        try await store.appStore.refund(transaction.id)
        mark(.refunded)
    }

    private func mark(_ mark: TortureMark) { shift.mark(mark) }
}
