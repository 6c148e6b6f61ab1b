#if Server
    import Purser
    import PurserServer

    #if canImport(FoundationEssentials)
        import FoundationEssentials
    #else
        import Foundation
    #endif

    /// Carries out what is asked of a book.
    struct BookSession: Sendable {
        let book: PurchaseBook

        func carryOut(_ wish: BookWish, _ output: Output) async throws -> Int32 {
            switch wish {
            case .migrate, .steps: return ExitStatus.success
            case .status: try await status(output)
            case .user(let id): try await show(id, output)
            case .deadLetters(let consumer):
                for letter in try await book.deadLetters(of: consumer) {
                    output.write(
                        "\(letter.user)  behind #\(letter.seen)  \(letter.reason)",
                        .line(
                            "deadLetter",
                            [
                                ("user", .string(letter.user.uuidString)), ("seen", .integer(letter.seen)),
                                ("reason", .string(letter.reason)),
                            ]))
                }
            case .release(let consumer, let id):
                let count = try await book.release(id, of: consumer)
                output.write("Released \(count).", .line("released", [("count", .integer(count))]))
                return count > 0 || id == nil ? ExitStatus.success : ExitStatus.failure
            case .replay(let consumer):
                guard try await book.replay(consumer) else { throw missing(consumer) }
                output.write("\(consumer) begins again.", .line("replayed", [("consumer", .string(consumer))]))
            case .remove(let consumer):
                guard try await book.removeConsumer(consumer) else { throw missing(consumer) }
                output.write("Removed \(consumer).", .line("removed", [("consumer", .string(consumer))]))
            case .beginEpoch:
                let epoch = try await book.beginEpoch()
                output.write(
                    "Epoch \(epoch) has begun; every consumer begins again.",
                    .line("epoch", [("epoch", .integer(epoch))]))
            case .erase(let id):
                let count = try await book.erase(id)
                output.write("Erased a user with \(count) lines.", .line("erased", [("lines", .integer(count))]))
            }
            return ExitStatus.success
        }

        private func missing(_ consumer: String) -> ToolError {
            ToolError("there is no consumer “\(Wording.short(consumer))” in this book")
        }

        private func status(_ output: Output) async throws {
            let all = try await book.consumers()
            if all.isEmpty { output.remark("The book has no consumers.") }
            for one in all {
                output.write(
                    "\(one.consumer): \(one.dueUsers) users due, the oldest for \(Int(one.oldestWait)) s; "
                        + "\(one.deadLetters) dead letters",
                    .line(
                        "consumer",
                        [
                            ("consumer", .string(one.consumer)), ("dueUsers", .integer(one.dueUsers)),
                            ("oldestWaitSeconds", .number("\(one.oldestWait)")),
                            ("deadLetters", .integer(one.deadLetters)),
                        ]))
            }
        }

        private func show(_ id: UUID, _ output: Output) async throws {
            var seen: UInt64 = 0
            while true {
                let updates = try await book.updates(of: id, after: seen)
                guard let last = updates.last else { break }
                for update in updates {
                    output.write(
                        "  #\(update.sequence)  \(update.kind)  \(update.transaction.id)  \(Line.single(update.productID))",
                        .update(update))
                }
                seen = last.sequence
            }
            let owned = try await book.entitlements(of: id)
            if output.isJSON {
                for value in OwnedRows.json(owned) { output.json(value) }
            } else {
                for line in OwnedRows.lines(owned) { output.line(line) }
            }
        }
    }
#endif
