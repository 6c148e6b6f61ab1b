/// Where the content of a product stands: first at present, then whenever that is something else.
///
/// It goes on through switches of users. A reader that is slow gets the latest only. Each loop has a position of its own. It ends
/// when the store closes, or its task is cancelled.
public struct ContentStatuses: AsyncSequence, Sendable {
    /// The loop's elements.
    public typealias Element = ContentStatus

    private let sessions: StoreSessions
    private let productID: String

    init(_ sessions: StoreSessions, _ productID: String) {
        self.sessions = sessions
        self.productID = productID
    }

    /// The same as a stream of the standard library, for code that wants that type; each stream is one loop.
    public var stream: AsyncStream<ContentStatus> { AsyncStream(pulling: makeAsyncIterator()) }

    /// Begins with the present status.
    public func makeAsyncIterator() -> Iterator { Iterator(sessions, productID) }

    /// How far one loop has read.
    public struct Iterator: AsyncIteratorProtocol, PulledIterator, Sendable {
        private let sessions: StoreSessions
        private let productID: String
        /// The session that is followed.
        private var session: (downloader: ContentDownloader, number: Int)?
        private var last: ContentStatus?

        fileprivate init(_ sessions: StoreSessions, _ productID: String) {
            self.sessions = sessions
            self.productID = productID
        }

        /// The next status; `nil` when the store has closed, or the task was cancelled.
        public mutating func next() async -> ContentStatus? {
            while !Task.isCancelled {
                guard let (downloader, number) = session else {
                    guard await follow(after: -1) else { return nil }
                    continue
                }
                let seen = downloader.board.changes.count
                let status = downloader.status(of: productID)
                if status != last {
                    last = status
                    return status
                }
                if (try? await downloader.board.changes.wait(after: seen)) == nil {
                    guard await follow(after: number) else { return nil }
                }
            }
            return nil
        }

        private mutating func follow(after number: Int) async -> Bool {
            guard let next = await sessions.next(after: number) else { return false }
            session = (next.engine.downloader, next.number)
            return true
        }
    }
}

extension ContentStatuses: CustomStringConvertible {
    /// The product.
    public var description: String { "content of \(productID)" }
}

extension PurchaseStore {
    /// Where the content of a product stands, now and whenever that changes, through switches of users.
    public func contentStatuses(of productID: String) -> ContentStatuses { ContentStatuses(sessions, productID) }
}
