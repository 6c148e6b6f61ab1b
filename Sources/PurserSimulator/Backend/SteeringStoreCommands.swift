import Purser
import PurserFormats

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The commands of clients for the app's store, by their names.
enum SteeringStoreCommands {
    typealias Command = @Sendable (PurchaseStore, SteeringRequest) async throws -> JSONValue

    /// All of them.
    static let all: [String: Command] = [
        "owned": { store, _ in
            let entitlements = store.entitlements
            let balances = entitlements.purchasedQuantities.filter { $0.value != 0 }
            return .object([
                "owned": .array(entitlements.active.map { JSONValue($0.transaction) }),
                "balances": .object(balances.mapValues { .number("\($0)") }),
            ])
        },
        "unfinished": { store, _ in
            .object(["unfinished": .array(await store.unfinished().map { JSONValue($0.transaction) })])
        },
        "finish": { store, request in
            let id = try request.text("transaction")
            guard await store.unfinished().contains(where: { $0.transaction.id == id }) else {
                throw BackendFailure(
                    .unknownTransaction,
                    "Transaction \(id) is not unfinished. \"unfinished\" lists those that are.")
            }
            try await store.finish(id)
            return .object([:])
        },
        "restore": { store, _ in
            let outcome = try await store.restorePurchases()
            return .object([
                "restored": .array(outcome.restored.map { JSONValue($0) }),
                "failed": .array(
                    outcome.failed.map { failed in
                        .object([
                            "transaction": .string(failed.transaction.id),
                            "product": .string(failed.transaction.productID),
                            "code": .string(failed.failure.code.rawValue), "message": .string(failed.failure.message),
                        ])
                    }),
            ])
        },
        "updates": { store, request in
            let after = try request.count("after", in: 0...Int.max, or: 0)
            let limit = try request.count("limit", in: 1...1_000, or: 1_000)
            var updates: [JSONValue] = []
            let last = store.lastSequence
            guard after < last else { return .object(["updates": .array([])]) }
            for await update in try store.updates(after: UInt64(after)) {
                updates.append(update.json)
                if update.sequence >= last || updates.count == limit { break }
            }
            return .object(["updates": .array(updates)])
        },
        "failed": { store, request in
            let updates = await store.failedUpdates(for: try request.optionalText("consumer"))
            return .object(["failed": .array(updates.map(\.json))])
        },
        "release": { store, request in
            let consumer = try request.text("consumer")
            let number = try request.count("sequence", in: 1...Int.max)
            let updates = await store.failedUpdates(for: consumer)
            guard let update = updates.first(where: { $0.update.sequence == number }) else {
                throw SteeringRequest.invalid(
                    "\(consumer) has no failed update \(number). \"failed\" lists them.")
            }
            try await store.releaseFailedUpdate(update)
            return .object([:])
        },
        "rejected": { store, _ in .object(["rejected": .array(store.rejectedReports.map(\.json))]) },
    ]
}

extension StoreUpdate {
    fileprivate var json: JSONValue {
        .object([
            "sequence": .number("\(sequence)"), "phase": .string("\(phase)"), "kind": .string(kind.rawValue),
            "transaction": JSONValue(transaction),
        ])
    }
}

extension FailedUpdate {
    fileprivate var json: JSONValue {
        .object([
            "consumer": .string(consumer), "sequence": .number("\(update.sequence)"),
            "transaction": .string(update.transaction.id), "product": .string(update.productID),
            "reason": .string(reason), "isReleased": .bool(isReleased),
        ])
    }
}

extension RejectedReport {
    fileprivate var json: JSONValue {
        .object([
            "kind": .string(kind.rawValue), "id": .string(id), "product": productID.map { .string($0) } ?? .null,
            "reason": .string(reason.rawValue), "message": .string(message),
        ])
    }
}
