/// An ordered queue of messages: any thread posts without waiting, and one reader takes all messages at once.
///
/// Messages that arrive while the reader is busy are one batch at its next call. After `close()` the reader first gets
/// the remaining messages, then `nil`; later elements are rejected.
///
/// Two readers can take turns: the first one reads and then makes calls that take long, before which it passes its turn;
/// the other reads meanwhile.
package final class Mailbox<Element: Sendable>: Sendable {
    /// Gets whether it has the turn.
    fileprivate typealias Reader = UnsafeContinuation<Bool, Never>

    fileprivate struct State: Sendable {
        var elements: [Element] = []
        /// The readers that wait for their turn.
        var (first, other): (Reader?, Reader?)
        /// Whether a reader has the turn, or was woken to take it.
        var isTaken = false
        var isClosed = false
        var postedCount: UInt64 = 0
        /// The caller that waits for space; one at a time.
        var crowded: UnsafeContinuation<Void, Never>?
    }

    private let state = Lock(State())
    private static var reserved: Int { 1_024 }

    /// An empty, open mailbox.
    package init() {}

    /// Posts one element; `false` when the mailbox is closed and rejects it.
    @discardableResult
    package func post(_ element: Element) -> Bool { add(1) { $0.append(element) } }

    /// Posts several elements, together; `false` when the mailbox is closed and rejects them.
    @discardableResult
    package func post(contentsOf elements: [Element]) -> Bool {
        elements.isEmpty || add(elements.count) { $0.append(contentsOf: elements) }
    }

    private func add(_ count: Int, _ append: (inout [Element]) -> Void) -> Bool {
        let (accepted, reader) = state.withLock { state -> (Bool, Reader?) in
            guard !state.isClosed else { return (false, nil) }
            append(&state.elements)
            state.postedCount += UInt64(count)
            return (true, state.nextReader())
        }
        reader?.resume(returning: true)
        return accepted
    }

    /// How many elements were accepted so far, whether or not they were taken.
    package var postedCount: UInt64 { state.withLock(\.postedCount) }

    /// Whether `close()` was called.
    package var isClosed: Bool { state.withLock(\.isClosed) }

    /// Rejects all further elements; the reader gets the remaining ones and then `nil`.
    package func close() {
        let (reader, crowded) = state.withLock { state in
            state.isClosed = true
            return (state.nextReader(), state.crowded.take())
        }
        reader?.resume(returning: true)
        crowded?.resume()
    }

    /// Returns when fewer than `limit` elements are inside, or it is closed, or the task is cancelled.
    ///
    /// For a poster with many elements that can wait; one at a time.
    package func waitForRoom(_ limit: Int) async {
        await withTaskCancellationHandler {
            await withUnsafeContinuation { continuation in
                let waits = state.withLock { state -> Bool in
                    guard state.elements.count >= limit, !state.isClosed, !Task.isCancelled, state.crowded == nil else {
                        return false
                    }
                    state.crowded = continuation
                    return true
                }
                if !waits { continuation.resume() }
            }
        } onCancel: {
            state.withLock { $0.crowded.take() }?.resume()
        }
    }

    /// Takes all elements, oldest first.
    ///
    /// Waits while it is empty; `nil` once it is closed and empty. It stays on its caller's actor. For a mailbox with one
    /// reader. It ignores the cancellation of its task: a mailbox ends by `close()`, so that no accepted element is
    /// dropped.
    package func next(isolation: isolated (any Actor)? = #isolation) async -> [Element]? {
        _ = await turn(hasTurn: true)
        let batch = take()
        return batch.isEmpty ? nil : batch
    }

    /// Waits for the turn, and until there are elements or it is closed; it stays on its caller's actor.
    ///
    /// - Parameters:
    ///   - isFirst: whether this is the first one of two readers, which reads when both wait.
    ///   - hasTurn: whether this reader has the turn already.
    /// - Returns: whether it has the turn; otherwise ``wakeFirst()`` ended the wait.
    package func turn(
        isFirst: Bool = false, hasTurn: Bool = false, isolation: isolated (any Actor)? = #isolation
    ) async -> Bool {
        await withUnsafeContinuation { continuation in
            let reader = state.withLock { state in
                if hasTurn { state.isTaken = false }
                if isFirst { state.first = continuation } else { state.other = continuation }
                return state.nextReader()
            }
            reader?.resume(returning: true)
        }
    }

    /// Ends the wait of the first reader without a turn, if it waits.
    package func wakeFirst() { state.withLock { $0.first.take() }?.resume(returning: false) }

    /// Takes all elements, oldest first, by the reader that has the turn.
    ///
    /// - Parameter passesTurn: whether the turn ends; it does at the end of the mailbox.
    /// - Returns: nothing once it is closed and empty.
    package func take(passesTurn: Bool = false) -> [Element] {
        let (batch, reader, crowded) = state.withLock { state in
            let batch = state.takeAll(reserving: Self.reserved)
            if passesTurn || batch.isEmpty { state.isTaken = false }
            return (batch, state.nextReader(), state.crowded.take())
        }
        crowded?.resume()
        reader?.resume(returning: true)
        return batch
    }

    /// Lets another reader have the turn.
    package func passTurn() {
        let reader = state.withLock { state in
            state.isTaken = false
            return state.nextReader()
        }
        reader?.resume(returning: true)
    }
}

extension Mailbox.State {
    /// The reader that is woken now, if one has to be.
    fileprivate mutating func nextReader() -> Mailbox.Reader? {
        guard !isTaken, isClosed || !elements.isEmpty, let reader = first.take() ?? other.take() else { return nil }
        isTaken = true
        return reader
    }

    fileprivate mutating func takeAll(reserving limit: Int) -> [Element] {
        var batch: [Element] = []
        swap(&batch, &elements)
        // The next batch will be about as large; without a reserved capacity it would be copied over and over.
        if batch.count > 1 { elements.reserveCapacity(min(batch.count, limit)) }
        return batch
    }
}
