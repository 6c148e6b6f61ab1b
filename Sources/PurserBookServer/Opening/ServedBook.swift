#if Server
    import Logging
    import Purser
    import PurserServer
    import ServiceLifecycle

    /// The book of the server, which opens it as soon as the database answers.
    ///
    /// It owns the book: ``close()`` ends its connections.
    final class ServedBook: Service {
        private let configuration: PurchaseBook.Configuration
        /// The consumers that begin before anything is recorded.
        private let consumers: [String]
        private let state = Lock<(book: PurchaseBook?, isEnded: Bool)>((nil, false))
        private let changes = EventCount()

        init(_ configuration: PurchaseBook.Configuration, consumers: [String]) {
            (self.configuration, self.consumers) = (configuration, consumers)
        }

        /// The book; `nil` before it could be opened.
        var book: PurchaseBook? { state.withLock(\.book) }

        /// Waits for the book; `nil` where it was not opened before the end.
        func opened() async -> PurchaseBook? {
            await changes.first {
                state.withLock { state in state.isEnded ? .some(nil) : state.book.map(Optional.some) }
            }
                ?? nil
        }

        /// Opens the book, and runs it until the end.
        ///
        /// - Throws: ``PurserServer/BookFailure`` where waiting does not help.
        func run() async throws {
            defer { end() }
            guard let book = try await cancelWhenGracefulShutdown({ try await self.open() }) else { return }
            try await book.run()
        }

        private func open() async throws -> PurchaseBook? {
            let log = DampedLog(configuration)
            while !Task.isCancelled {
                do throws(BookFailure) {
                    let book = try await PurchaseBook.open(configuration)
                    do throws(BookFailure) {
                        for name in consumers { try await book.list(of: name).make(fromBeginning: false) }
                    } catch {
                        book.close()
                        throw error
                    }
                    state.withLock { $0.book = book }
                    changes.advance()
                    configuration.logger.notice("The purchase book is open.")
                    return book
                } catch {
                    guard error.retryClass != .permanent else { throw error }
                    log.note(.warning, "The purchase book cannot be opened yet.", error)
                    try? await Task.sleep(for: .seconds(1))
                }
            }
            return nil
        }

        private func end() {
            state.withLock { $0.isEnded = true }
            changes.advance()
        }

        /// Ends the book's connections, after all that uses it has ended.
        func close() { book?.close() }
    }
#endif
