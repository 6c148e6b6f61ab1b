/// Which restores have transactions that still have to be verified, so that no restore ends before they are.
struct HeldRestores: Sendable {
    private var waiting: [RestoreID: Set<String>] = [:]

    var isEmpty: Bool { waiting.isEmpty }

    /// Whether transactions of this restore wait.
    func holds(_ id: RestoreID) -> Bool { waiting[id] != nil }

    /// Transactions could not be judged and come again.
    mutating func heldBack(_ transactions: [BackendTransaction]) {
        for transaction in transactions {
            guard case .restore(let id) = transaction.origin else { continue }
            waiting[id, default: []].insert(transaction.transaction.id)
        }
    }

    /// Transactions were judged.
    mutating func judged(_ transactions: [BackendTransaction]) {
        guard !waiting.isEmpty else { return }
        for transaction in transactions {
            guard case .restore(let id) = transaction.origin else { continue }
            waiting[id]?.remove(transaction.transaction.id)
            if waiting[id]?.isEmpty == true { waiting[id] = nil }
        }
    }
}

/// Why the end of a restore waits.
struct StillUnjudged: Error {}

extension [[BackendEvent]] {
    /// The same batches, with a verdict on each transaction, taken in order; one without a verdict is not genuine.
    func judged(by verdicts: [VerificationVerdict]) -> [[BackendEvent]] {
        var next = 0
        return map { batch in
            batch.map { event in
                guard case .transaction(var transaction) = event else { return event }
                let verdict = next < verdicts.count ? verdicts[next] : .forged("the verifier gave no verdict")
                next += 1
                switch verdict {
                case .genuine: transaction.verification = .verified
                case .forged(let reason): transaction.verification = .unverified(reason)
                }
                return .transaction(transaction)
            }
        }
    }
}
