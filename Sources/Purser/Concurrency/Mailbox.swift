/// An ordered queue of messages: any thread posts without waiting, and one reader takes all messages at once.
///
/// Messages that arrive while the reader is busy are one batch at its next call. After `close()` the reader first gets
/// the remaining messages, then `nil`; later elements are rejected.
package final class Mailbox<Element: Sendable>: Sendable {
    fileprivate struct State: Sendable {
        var elements: [Element] = []
        var reader: UnsafeContinuation<Void, Never>?
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
        let (accepted, reader) = state.withLock { state -> (Bool, UnsafeContinuation<Void, Never>?) in
            guard !state.isClosed else { return (false, nil) }
            append(&state.elements)
            state.postedCount += UInt64(count)
            return (true, state.reader.take())
        }
        reader?.resume()
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
            return (state.reader.take(), state.crowded.take())
        }
        reader?.resume()
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

    /// Takes all elements without waiting, oldest first.
    package func take() -> [Element] {
        state.withLock { state in
            defer { state.elements = [] }
            return state.elements
        }
    }

    /// Takes all elements, oldest first.
    ///
    /// Waits while it is empty; `nil` once it is closed and empty. It stays on its caller's actor. Only one reader at a
    /// time. It ignores the cancellation of its task: a mailbox ends by `close()`, so that no accepted element is
    /// dropped.
    package func next(isolation: isolated (any Actor)? = #isolation) async -> [Element]? {
        while true {
            var batch: [Element]?
            await withUnsafeContinuation { continuation in
                let (isReady, crowded) = state.withLock { state in
                    guard state.elements.isEmpty, !state.isClosed else {
                        batch = state.takeAll(reserving: Self.reserved)
                        return (true, state.crowded.take())
                    }
                    state.reader = continuation
                    return (false, state.crowded.take())
                }
                crowded?.resume()
                if isReady { continuation.resume() }
            }
            // What came while it woke belongs to the batch, too.
            if let batch { return batch.isEmpty ? nil : batch }
        }
    }
}

extension Mailbox.State {
    fileprivate mutating func takeAll(reserving limit: Int) -> [Element] {
        var batch: [Element] = []
        swap(&batch, &elements)
        // The next batch will be about as large; without a reserved capacity it would be copied over and over.
        if batch.count > 1 { elements.reserveCapacity(min(batch.count, limit)) }
        return batch
    }
}
