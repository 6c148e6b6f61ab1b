/// One loop that continues through switches of users: it reads one session after the other.
struct SessionLoop<Part: Sendable, Element: Sendable>: PulledIterator {
    private let sessions: StoreSessions
    private let begin: @Sendable (StoreEngine) -> Part
    private let read: @Sendable (inout Part, Element?) async -> Element?
    private var session: (part: Part, number: Int)?
    private var last: Element?

    /// - Parameters:
    ///   - startsNow: whether it starts with the current session, not with the one at the first read.
    ///   - begin: begins to read a session.
    ///   - read: the next value of the session, by the value before it; `nil` when the session has ended.
    init(
        _ sessions: StoreSessions, startsNow: Bool = false, _ begin: @escaping @Sendable (StoreEngine) -> Part,
        reading read: @escaping @Sendable (inout Part, Element?) async -> Element?
    ) {
        (self.sessions, self.begin, self.read) = (sessions, begin, read)
        if startsNow {
            let (engine, number) = sessions.numbered
            session = (begin(engine), number)
        }
    }

    mutating func next() async -> Element? {
        while !Task.isCancelled {
            if var present = session {
                let element = await read(&present.part, last)
                session = present
                if let element {
                    last = element
                    return element
                }
            }
            guard let next = await sessions.next(after: session?.number ?? -1) else { return nil }
            session = (begin(next.engine), next.number)
        }
        return nil
    }
}
