#if Server
    import Foundation
    import Purser
    import PurserServer

    struct BookSession: Sendable {
        let book: PurchaseBook
        let output: Output

        /// Performs an action that is not about the tables.
        ///
        /// - Throws: ``Unsuccessful`` if the user to release is not among the dead letters; ``ToolError``.
        func perform(_ action: String, consumer: String, _ user: UUID?) async throws {
            switch (action, user) {
            case ("user", let id?): try await show(id)
            case ("dead-letters", _):
                output.write(try await book.deadLetters(of: consumer).map(Self.row))
            case ("release", let id):
                let count = try await book.release(id, of: consumer)
                output.write("Released \(count).", .line("released", ["count": count]))
                guard count > 0 || id == nil else { throw Unsuccessful() }
            case ("replay", _):
                guard try await book.replay(consumer) else { throw missing(consumer) }
                output.write("\(consumer) begins again.", .line("replayed", ["consumer": consumer]))
            case ("remove", _):
                guard try await book.removeConsumer(consumer) else { throw missing(consumer) }
                output.write("Removed \(consumer).", .line("removed", ["consumer": consumer]))
            case ("begin-epoch", _):
                let epoch = try await book.beginEpoch()
                output.write("Epoch \(epoch) has begun; every consumer begins again.", .line("epoch", ["epoch": epoch]))
            case ("erase", let id?):
                let count = try await book.erase(id)
                output.write("Erased a user with \(count) lines.", .line("erased", ["lines": count]))
            default: output.write(try await book.consumers().map(Self.row), ifNone: "The book has no consumers.")
            }
        }

        private static func row(_ one: ConsumerStatus) -> Row {
            let words =
                "\(one.consumer): \(one.dueUsers) users due, the oldest for \(Int(one.oldestWait)) s; "
                + "\(one.deadLetters) dead letters"
            return Row(
                [words], "consumer",
                [
                    "consumer": one.consumer, "dueUsers": one.dueUsers, "oldestWaitSeconds": one.oldestWait,
                    "deadLetters": one.deadLetters,
                ])
        }

        private static func row(_ letter: BookDeadLetter) -> Row {
            Row(
                ["\(letter.user)", "behind #\(letter.seen)", letter.reason], "deadLetter",
                ["user": letter.user, "seen": letter.seen, "reason": letter.reason])
        }

        private func missing(_ consumer: String) -> ToolError {
            ToolError("there is no consumer “\(Wording.short(consumer))” in this book")
        }

        private func show(_ id: UUID) async throws {
            var updates = try await book.updates(of: id, after: 0)
            while let last = updates.last {
                output.write(
                    updates.map { update in
                        Row(
                            ["  #\(update.sequence)", "\(update.kind)", update.transaction.id, update.productID],
                            "update", update.json)
                    })
                updates = try await book.updates(of: id, after: last.sequence)
            }
            OwnedRows.write(try await book.entitlements(of: id), output)
        }
    }
#endif
