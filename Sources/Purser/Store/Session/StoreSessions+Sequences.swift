extension StoreSessions {
    var accounts: StoreSequence<StoreAccount> {
        StoreSequence { [self] in
            SessionLoop(self) {
                $0.account as StoreAccount?
            } reading: { account, last in
                guard let next = account.take(), next != last else { return nil }
                return next
            }
        }
    }

    func states(of productID: String) -> StoreSequence<ProductState> {
        StoreSequence { [self] in
            SessionLoop(self, startsNow: true) {
                ProductWatch($0.lifecycle, productID)
            } reading: { watch, last in
                // The first one of a later session may be equal.
                while let state = await watch.next() { if state != last { return state } }
                return nil
            }
        }
    }

    var entitlementUpdates: StoreSequence<StoreEntitlements> {
        StoreSequence { [self] in
            SessionLoop(self) {
                EntitlementReading($0.ledger.entitlements)
            } reading: { reading, _ in
                await reading.next()
            }
        }
    }

    /// The identifiers of the products that the current user may use, now and after each change.
    var allowedProductUpdates: StoreSequence<Set<String>> {
        StoreSequence { [self] in
            SessionLoop(self) {
                EntitlementReading($0.ledger.entitlements)
            } reading: { [list = parts.listed.list] reading, last in
                while let entitlements = await reading.next() {
                    let allowed = entitlements.allowedProductIDs(by: list)
                    if allowed != last { return allowed }
                }
                return nil
            }
        }
    }

    func contentStatuses(of productID: String) -> StoreSequence<ContentStatus> {
        StoreSequence { [self] in
            SessionLoop(self) {
                $0.parts.downloader
            } reading: { downloader, last in
                await downloader.changes.first { [downloader] in
                    let status = downloader.status(of: productID)
                    return status == last ? nil : status
                }
            }
        }
    }
}

/// One loop that continues through switches of users: it reads one session after the other.
struct SessionLoop<Part: Sendable, Element: Sendable>: PulledIterator {
    private let sessions: StoreSessions
    private let begin: @Sendable (StoreEngine) -> Part
    private let read: @Sendable (inout Part, Element?) async -> Element?
    private var session: (part: Part, number: Int)?
    private var last: Element?

    /// Starts with the session at the first read, or with `startsNow` with the current one.
    ///
    /// Here `read` returns a session's next value, by the value before it; `nil` when the session has ended.
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
