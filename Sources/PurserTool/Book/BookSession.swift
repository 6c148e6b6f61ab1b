#if Server
    import Foundation
    import Purser
    import PurserServer

    /// Carries out what is asked of a book.
    struct BookSession: Sendable {
        let book: PurchaseBook

        /// Carries out what is not about the tables.
        ///
        /// - Throws: ``Unsuccessful`` if the user to release is not among the dead letters; ``ToolError``.
        func carryOut(_ wish: BookWish, _ output: Output) async throws {
            switch wish {
            case .migrate, .steps: break
            case .status:
                try await showDoubt(output)
                let rows = try await book.consumers().map { one in
                    Row(
                        [
                            "\(one.consumer): \(one.dueUsers) users due, the oldest for \(Int(one.oldestWait)) s; "
                                + "\(one.deadLetters) dead letters"
                                + (one.heldUpdates > 0 ? "; holds back \(one.heldUpdates) updates" : "")
                        ], "consumer",
                        [
                            "consumer": one.consumer, "dueUsers": one.dueUsers, "oldestWaitSeconds": one.oldestWait,
                            "deadLetters": one.deadLetters, "heldUpdates": one.heldUpdates,
                        ])
                }
                output.write(rows, ifNone: "The book has no consumers.")
            case .user(let id): try await show(id, output)
            case .deadLetters(let consumer):
                output.write(
                    try await book.deadLetters(of: consumer).map { letter in
                        Row(
                            ["\(letter.user)", "behind #\(letter.seen)", letter.reason], "deadLetter",
                            ["user": letter.user, "seen": letter.seen, "reason": letter.reason])
                    })
            case .release(let consumer, let id):
                let count = try await book.release(id, of: consumer)
                output.write("Released \(count).", .line("released", ["count": count]))
                guard count > 0 || id == nil else { throw Unsuccessful() }
            case .replay(let consumer):
                guard try await book.replay(consumer) else { throw missing(consumer) }
                output.write("\(consumer) begins again.", .line("replayed", ["consumer": consumer]))
            case .remove(let consumer):
                guard try await book.removeConsumer(consumer) else { throw missing(consumer) }
                output.write("Removed \(consumer).", .line("removed", ["consumer": consumer]))
            case .restored(isWhole: true):
                try await book.trustHistory()
                output.write("The book goes on; nothing is missing.", .line("trusted", [:]))
            case .restored(isWhole: false):
                let epoch = try await book.beginEpoch()
                output.write(
                    "Epoch \(epoch) has begun; every consumer begins again. Now let a process catch up.",
                    .line("epoch", ["epoch": epoch]))
            case .removeUpdates(let days):
                let count = try await book.removeUpdates(olderThan: .seconds(days * 86_400))
                output.write(
                    "Removed \(Words.count(count, "update")).", .line("removedUpdates", ["count": count]))
            case .export(let id):
                let encoder = JSONEncoder()
                encoder.outputFormatting = output.isJSON ? [.sortedKeys] : [.sortedKeys, .prettyPrinted]
                encoder.dateEncodingStrategy = .iso8601
                output.text(String(decoding: try encoder.encode(try await book.export(id)), as: UTF8.self) + "\n")
            case .erase(let id):
                let count = try await book.erase(id)
                output.write("Erased a user with \(count) lines.", .line("erased", ["lines": count]))
            }
        }

        private func showDoubt(_ output: Output) async throws {
            guard let date = try await book.doubtDate() else { return }
            let moment = date.formatted(.iso8601)
            output.write(
                "Updates may be missing since \(moment): the database was restored, or a copy of it has taken over. Run purser book restored.",
                .line("doubt", ["since": moment]))
        }

        private func missing(_ consumer: String) -> ToolError {
            ToolError("there is no consumer “\(Wording.short(consumer))” in this book")
        }

        private func show(_ id: UUID, _ output: Output) async throws {
            var seen: UInt64 = 0
            while true {
                let updates = try await book.updates(of: id, after: seen)
                guard let last = updates.last else { break }
                output.write(
                    updates.map { update in
                        Row(
                            ["  #\(update.sequence)", "\(update.kind)", update.transaction.id, update.productID],
                            "update", update.json)
                    })
                seen = last.sequence
            }
            OwnedRows.write(try await book.entitlements(of: id), output)
        }
    }
#endif
