#if Server
    import Foundation
    import Purser
    import PurserServer

    struct BookSession: Sendable {
        let book: PurchaseBook
        let output: Output
        /// How old updates have to be that are removed.
        let days: Int
        /// Whether a restored database has everything.
        let isWhole: Bool

        /// Performs an action that is not about the tables.
        ///
        /// - Throws: ``Unsuccessful`` if the user to release is not among the dead letters; ``ToolError``.
        func perform(_ action: String, consumer: String, _ user: UUID?) async throws {
            switch (action, user) {
            case ("user", let id?): try await show(id)
            case ("dead-letters", _):
                try await check(consumer)
                output.write(
                    try await book.deadLetters(of: consumer).map(Self.row),
                    ifNone: "\(consumer) has no dead letters.")
            case ("release", let id):
                try await check(consumer)
                let count = try await book.release(id, of: consumer)
                output.write("Released \(count).", .line("released", ["count": count]))
                guard count > 0 || id == nil else { throw Unsuccessful() }
            case ("pass-over", let id?):
                try await check(consumer)
                let isPassed = try await book.passOver(id, of: consumer)
                output.write("Passed over \(isPassed ? 1 : 0).", .line("released", ["count": isPassed ? 1 : 0]))
                guard isPassed else { throw Unsuccessful() }
            case ("replay", _):
                guard try await book.replay(consumer) else { throw missing(consumer) }
                output.write("\(consumer) begins again.", .line("replayed", ["consumer": consumer]))
            case ("remove", _):
                guard try await book.removeConsumer(consumer) else { throw missing(consumer) }
                output.write("Removed \(consumer).", .line("removed", ["consumer": consumer]))
            case ("restored", _) where isWhole:
                try await book.trustHistory()
                output.write("The book goes on; nothing is missing.", .line("trusted", [:]))
            case ("restored", _):
                let epoch = try await book.beginEpoch()
                output.write(
                    "Epoch \(epoch) has begun; every consumer begins again. Now let a process catch up.",
                    .line("epoch", ["epoch": epoch]))
            case ("remove-updates", _):
                let count = try await book.removeUpdates(olderThan: .seconds(days * 86_400))
                output.write("Removed \(Words.count(count, "update")).", .line("removedUpdates", ["count": count]))
            case ("export", let id?): try await export(id)
            case ("erase", let id?):
                let count = try await book.erase(id)
                output.write("Erased a user with \(count) lines.", .line("erased", ["lines": count]))
            default:
                try await showDoubt()
                output.write(try await book.consumers().map(Self.row), ifNone: "The book has no consumers.")
            }
        }

        private func export(_ id: UUID) async throws {
            let encoder = JSONEncoder()
            encoder.outputFormatting = output.isJSON ? [.sortedKeys] : [.sortedKeys, .prettyPrinted]
            encoder.dateEncodingStrategy = .iso8601
            output.text(String(decoding: try encoder.encode(try await book.export(id)), as: UTF8.self) + "\n")
        }

        private func showDoubt() async throws {
            guard let date = try await book.doubtDate() else { return }
            let moment = date.formatted(.iso8601)
            output.write(
                "Updates may be missing since \(moment): the database was restored, or a copy of it has taken over. Run purser book restored.",
                .line("doubt", ["since": moment]))
        }

        private static func row(_ one: ConsumerStatus) -> Row {
            let words =
                "\(one.consumer): \(one.dueUsers) users due, the oldest for \(Int(one.oldestWait)) s; "
                + "\(one.deadLetters) dead letters"
                + (one.heldUpdates > 0 ? "; holds back \(one.heldUpdates) updates" : "")
            return Row(
                [words], "consumer",
                [
                    "consumer": one.consumer, "dueUsers": one.dueUsers, "oldestWaitSeconds": one.oldestWait,
                    "deadLetters": one.deadLetters, "heldUpdates": one.heldUpdates,
                ])
        }

        private static func row(_ letter: BookDeadLetter) -> Row {
            Row(
                ["\(letter.user)", "behind #\(letter.seen)", letter.reason], "deadLetter",
                ["user": letter.user, "seen": letter.seen, "reason": letter.reason])
        }

        /// Fails where there is no such consumer: its name may be written wrong.
        private func check(_ consumer: String) async throws {
            guard try await book.consumers().contains(where: { $0.consumer == consumer }) else {
                throw missing(consumer)
            }
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
