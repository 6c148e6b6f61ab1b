#if Verification
    import Foundation
    import Purser

    /// The pages of a history, each requested when the loop needs it.
    ///
    /// One page is in memory at a time. A page is an answer with its environment; all further pages come from the
    /// environment of the first. The sequence ends after the last page, or throws the failure of its call. If a page
    /// announces another one without a token, or with an earlier token, the sequence returns the page and then throws
    /// ``ServerAPIFailure/Code/unreadable``.
    public struct ServerAPIPages<Page: Sendable>: AsyncSequence, Sendable {
        /// A page.
        public typealias Element = ServerAPIAnswer<Page>

        let call: ServerAPICall
        let first: String?
        /// The date from which the history is read again after a token has expired; `nil` for its beginning.
        let restart: Date?
        let fetch: @Sendable (_ token: String?, _ environment: ServerAPIEnvironment?) async throws -> Element
        /// The token of the next page, and whether there is one.
        let follow: @Sendable (Page) -> (token: String?, hasMore: Bool)

        /// Makes an iterator that reads the pages from the beginning.
        public func makeAsyncIterator() -> Iterator { Iterator(pages: self, state: PageState(after: first)) }

        /// Reads the pages of a history, one after the other.
        public struct Iterator: AsyncIteratorProtocol {
            let pages: ServerAPIPages
            var state: PageState
            var fault: PageState.Fault?

            /// The next page; `nil` after the last one.
            ///
            /// - Throws: the failure of the call; ``ServerAPIFailure`` with ``ServerAPIFailure/Code/unreadable`` for repeated pages,
            ///   and with ``ServerAPIFailure/Code/tokenExpired`` when the token has expired.
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
                    guard var failure = error as? ServerAPIFailure, failure.code == .tokenExpired else { throw error }
                    failure.restartDate = pages.restart
                    throw failure
                }
            }

            private func failure(_ fault: PageState.Fault) -> ServerAPIFailure {
                let words =
                    switch fault {
                    case .missingToken: "The last page announces another one without its token."
                    case .repeatedToken: "The pages repeat: one has the token of an earlier one."
                    }
                return ServerAPIFailure(.unreadable, pages.call, words + " Read again later.")
            }
        }
    }
#endif
