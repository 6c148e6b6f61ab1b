import Purser

enum FinishingChecks {
    private typealias Check = BackendContract.Check

    static let finishing = [
        Check("an unfinished transaction is reported again as other, by redeliver and after a relaunch") { session in
            let (_, reported) = try await session.buy(session.subject.consumableID)
            session.forget()
            try await session.backend.redeliver()
            try await session.expectLeftover(reported)
            await session.backend.deactivate()
            session.forget()
            try await session.backend.activate()
            try await session.expectLeftover(reported)
        },
        Check("after two deactivations, an activation reports unfinished transactions and answers payments") {
            session in
            let (_, reported) = try await session.buy(session.subject.consumableID)
            for _ in 0..<2 { await session.backend.deactivate() }
            session.forget()
            try await session.backend.activate()
            try await session.expectLeftover(reported)
            _ = try await session.buy(session.subject.consumableID)
        },
        Check("a second activation reports unfinished transactions again, and one deactivation is enough") { session in
            let (_, reported) = try await session.buy(session.subject.consumableID)
            session.forget()
            try await session.backend.activate()
            try await session.expectLeftover(reported)
            await session.backend.deactivate()
            try await session.pause()
            session.forget()
            try await session.backend.activate()
            try await session.expectLeftover(reported)
        },
        Check("a finished transaction is not reported again, and finishing twice is harmless") { session in
            let (_, reported) = try await session.buy(session.subject.consumableID)
            for _ in 0..<2 {
                let errors = await session.backend.finish([reported.transaction.id])
                try session.expect(errors.isEmpty, "finishing failed: \(errors)")
            }
            session.forget()
            try await session.backend.redeliver()
            try await session.pause()
            let again = session.events.compactMap(\.transaction).contains {
                $0.transaction.id == reported.transaction.id
            }
            try session.expect(!again, "a finished transaction was reported again")
        },
        Check("finishing one transaction leaves the others unfinished") { session in
            let (_, finished) = try await session.buy(session.subject.consumableID)
            let (_, other) = try await session.buy(session.subject.otherConsumableID)
            _ = await session.backend.finish([finished.transaction.id])
            session.forget()
            try await session.backend.redeliver()
            try await session.expectLeftover(other)
        },
        Check("finishing an older state does not lose a newer unreported one") { session in
            let (_, reported) = try await session.buy(session.subject.nonConsumableID)
            session.forget()
            try await session.subject.refund(reported.transaction.id)
            _ = await session.backend.finish([FinishRequest(recorded: reported.transaction)])
            await session.backend.deactivate()
            try await session.backend.activate()
            try await session.expectRefund(of: reported)
        },
        Check("a refund of a finished transaction reports it again as revoked, or at least its product") {
            session in
            let (_, reported) = try await session.buy(session.subject.nonConsumableID)
            _ = await session.backend.finish([reported.transaction.id])
            session.forget()
            try await session.subject.refund(reported.transaction.id)
            guard session.subject.refundReport == .transaction else {
                return try await session.expectRefund(of: reported)
            }
            let revoked = try await session.wait(for: "the revoked transaction") { events in
                events.compactMap(\.transaction).first { $0.transaction.id == reported.transaction.id }
            }
            try session.expect(
                revoked.transaction.revocationTime != nil, "a refund was reported without a revocation date")
            guard let before = reported.transaction.signedTime, let after = revoked.transaction.signedTime else {
                return
            }
            try session.expect(after > before, "a newer state must have a later signed date")
        },
    ]

    static let restoring = [
        Check("a restore reports owned transactions with its identifier, and then its end") { session in
            let (_, owned) = try await session.buy(session.subject.nonConsumableID)
            _ = await session.backend.finish([owned.transaction.id])
            session.forget()
            let id = RestoreID(rawValue: 77)
            try await session.backend.restore(id, for: nil)
            let events = try await session.wait(for: "the end of the restore") { events in
                events.firstIndex { $0.isEnd(of: id) }.map { (before: events[..<$0], after: events[$0...]) }
            }
            let brought = events.before.compactMap(\.transaction).filter { $0.origin == .restore(id) }
            try session.expect(
                brought.contains { $0.transaction.productID == session.subject.nonConsumableID },
                "the restore ended without the owned product")
            try await session.pause()
            let late = session.events.drop { !$0.isEnd(of: id) }.compactMap(\.transaction)
            try session.expect(
                !late.contains { $0.origin == .restore(id) }, "transactions of the restore were reported after its end")
            try session.expect(session.events.filter { $0.isEnd(of: id) }.count == 1, "the restore ended twice")
        },
        Check("a restore of nothing ends") { session in
            let id = RestoreID(rawValue: 78)
            try await session.backend.restore(id, for: nil)
            _ = try await session.wait(for: "the end of the restore") { $0.first { $0.isEnd(of: id) } }
        },
    ]

    static let describing = [
        Check("products: sold ones are described once, unknown identifiers are returned") { session in
            let ids = [session.subject.consumableID, "no.such.product", session.subject.nonConsumableID]
            let answer = try await session.backend.products(for: ids)
            let reported = answer.products.map(\.id).sorted()
            let expected = [session.subject.consumableID, session.subject.nonConsumableID].sorted()
            try session.expect(reported == expected, "requested \(expected), got \(reported)")
            try session.expect(answer.invalidIDs == ["no.such.product"], "unknown were \(answer.invalidIDs)")
        },
        Check("products: the types are correct") { session in
            let ids = [session.subject.consumableID, session.subject.nonConsumableID]
            let types = try await session.backend.products(for: ids).products.reduce(into: [:]) { $0[$1.id] = $1.type }
            try session.expect(
                types[ids[0]] == .consumable && types[ids[1]] == .nonConsumable, "the types are \(types)")
        },
    ]
}

extension ContractSession {
    /// Waits until a refund is reported: by the transaction or, if the platform reports no more, by its product.
    func expectRefund(of reported: BackendTransaction) async throws {
        let reportsTransactions = subject.refundReport == .transaction
        try await wait(for: "the refund") { events in
            for event in events {
                switch event {
                case .transaction(let again) where reportsTransactions:
                    if again.transaction.id == reported.transaction.id, again.transaction.revocationDate != nil {
                        return ()
                    }
                case .entitlementsRevoked(let products) where !reportsTransactions:
                    if products.contains(reported.transaction.productID) { return () }
                default: continue
                }
            }
            return nil
        }
    }

    /// Waits for a transaction that is reported again, and checks its origin.
    func expectLeftover(_ reported: BackendTransaction) async throws {
        let again = try await wait(for: "the unfinished transaction") { events in
            events.compactMap(\.transaction).first { $0.transaction.id == reported.transaction.id }
        }
        guard case .other = again.origin else {
            throw violation("an unfinished transaction was reported as \(again.origin)")
        }
        try expect(again.needsFinish != false, "an unfinished transaction was reported as finished")
    }
}

extension BackendEvent {
    fileprivate func isEnd(of id: RestoreID) -> Bool {
        guard case .restoreEnded(let ended, _) = self else { return false }
        return ended == id
    }
}
