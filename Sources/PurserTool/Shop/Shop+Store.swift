import Purser
import PurserPersistence
import PurserSimulator

// The commands about the app's own store.
extension Shop {
    func serveStore(_ wish: ShopWish) async throws {
        let purchases = session.store
        switch wish {
        case .owned: OwnedRows.write(purchases.entitlements, output)
        case .widget: output.say("A widget reads: \(Line.single("\(PublishedEntitlements(purchases.entitlements))")).")
        case .unfinished:
            output.write(await purchases.unfinished().map(\.unfinishedRow), ifNone: "Everything is finished.")
        case .updates: output.write(await purchases.rows(try await purchases.recordedUpdates(), withIDs: true))
        case .failed(let consumer):
            output.write(
                await purchases.failedUpdates(for: consumer).map(\.row), ifNone: "No consumer has a failed update.")
        case .rejected: output.write(purchases.rejectedReports.map(\.row), ifNone: "Nothing was rejected.")
        case .restore: try await restore()
        case .finish(let words): try await finish(words)
        case .follow(let consumer, let isFailing): try await follow(consumer, isFailing)
        case .release(let consumer, let numbers):
            let see = command == nil ? "failed" : "purser failed"
            for update in try await purchases.failedUpdates(numbers, by: consumer, see: see) {
                try await purchases.releaseFailedUpdate(update)
                let sequence = update.update.sequence
                output.write(
                    "\(Line.single(consumer))  #\(sequence)  released"
                        + (command == nil ? "; it is delivered when the consumer is followed" : ""),
                    .line("released", ["consumer": consumer, "sequence": sequence]))
            }
        default: break
        }
    }

    private func restore() async throws {
        let outcome = try await session.recording { try await session.store.restorePurchases() }
        for transaction in outcome.restored {
            output.write(
                "\(Line.single(transaction.productID))  restored, transaction \(transaction.id)",
                .line("restored", ["transaction": transaction]))
        }
        for failed in outcome.failed {
            if output.isJSON {
                output.json(.line("restoreFailed", ["transaction": failed.transaction, "failure": failed.failure]))
            }
            complain(failed.failure)
        }
        if outcome.isEmpty { output.remark("There is nothing to restore.") }
        guard outcome.failed.isEmpty else { throw Unsuccessful() }
    }

    /// Finishes transactions: all are found first, so that none is finished if one is unknown.
    private func finish(_ words: [String]) async throws {
        let account = await session.appStore.transactions
        let waiting = await session.store.unfinished().map(\.transaction)
        let ids = words.map { word in
            guard !account.contains(where: { $0.id == word }), let product = store.names.meant(word) else {
                return word
            }
            return waiting.first { $0.productID == product }?.id ?? word
        }
        let unknown = ids.filter { id in !account.contains { $0.id == id } }
        guard unknown.isEmpty else {
            let list = unknown.map { "“\($0)”" }.joined(separator: ", ")
            throw ToolError(
                "this account has no transaction \(list); \(command == nil ? "" : "purser ")unfinished lists those to "
                    + "finish")
        }
        for transaction in ids.compactMap({ id in account.first { $0.id == id } }) {
            let wasFinished = try await !session.finish(transaction.id)
            output.write(
                "\(transaction.id)  \(wasFinished ? "was finished already" : "finished")  "
                    + Line.single(transaction.productID),
                .line("finished", ["wasFinished": wasFinished, "transaction": transaction]))
        }
    }

    private func follow(_ consumer: String, _ isFailing: Bool) async throws {
        let updates = try await session.store.follow(consumer, isFailing: isFailing)
        output.write(await session.store.rows(updates, withIDs: false))
        let name = Line.single(consumer)
        if updates.isEmpty { return output.say("\(name) has processed everything.") }
        let count = Words.count(updates.count, "update")
        output.say(isFailing ? "\(name) has failed on \(count)." : "\(name) has processed \(count).")
    }
}
