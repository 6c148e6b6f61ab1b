#if Verification
    import Foundation
    import Purser

    /// The pages of a history, each fetched when it is asked for.
    ///
    /// A page is an answer with its environment; further pages are read where the first was found. The sequence ends after the last
    /// page, or throws what its call throws. Pages that go round in circles, or promise another without saying where it begins,
    /// end it with ``ServerAPIFailure/Kind/unreadable``, after they themselves were handed out. It keeps one page.
    public struct ServerAPIPages<Page: Sendable>: AsyncSequence, Sendable {
        /// A page.
        public typealias Element = ServerAPIAnswer<Page>

        let call: ServerAPICall
        let first: String?
        /// From which date on the history is read again after a token has expired; `nil` for its beginning.
        let restart: Date?
        let fetch: @Sendable (_ token: String?, _ environment: ServerAPIEnvironment?) async throws -> Element
        /// Where the next page begins, and whether there is one.
        let follow: @Sendable (Page) -> (token: String?, hasMore: Bool)

        /// Reads from the first page on.
        public func makeAsyncIterator() -> Iterator { Iterator(pages: self, state: PageState(after: first)) }

        /// Reads pages, one after the other.
        public struct Iterator: AsyncIteratorProtocol {
            let pages: ServerAPIPages
            var state: PageState
            var fault: PageState.Fault?

            /// The next page; `nil` after the last one.
            ///
            /// - Throws: what the call throws; ``ServerAPIFailure`` with ``ServerAPIFailure/Kind/unreadable`` for pages in circles,
            ///   and with ``ServerAPIFailure/Kind/tokenExpired`` when where to go on is not known any more.
            public mutating func next() async throws -> Element? {
                if let fault = fault.take() { throw failure(fault) }
                guard !state.isOver else { return nil }
                do {
                    let page = try await pages.fetch(state.token, state.place.map { .only($0) })
                    let next = pages.follow(page.value)
                    fault = state.read(token: next.token, hasMore: next.hasMore, in: page.environment)
                    return page
                } catch {
                    state.failed()
                    guard var failure = error as? ServerAPIFailure, failure.kind == .tokenExpired else { throw error }
                    failure.restartDate = pages.restart
                    throw failure
                }
            }

            private func failure(_ fault: PageState.Fault) -> ServerAPIFailure {
                let words =
                    switch fault {
                    case .missingToken: "The last page promises another, and does not say where it begins."
                    case .repeatedToken: "The pages go round in circles: one begins where an earlier one did."
                    }
                return ServerAPIFailure(.unreadable, pages.call, words + " Begin again later.")
            }
        }
    }
#endif
