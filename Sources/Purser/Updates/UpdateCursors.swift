/// Makes a separate cursor for each loop over one sequence of updates.
///
/// The cursor of the first loop exists before the loop, so that no update is dropped; after that the sequence itself
/// keeps no updates.
package final class UpdateCursors: Sendable {
    private struct State: Sendable {
        var first: UpdateLog.Cursor?
        var failure: PurchaseFailure?
    }

    /// Makes the cursor of a later loop; `nil` when there is nothing to read any more.
    package typealias Further = @Sendable () async throws(PurchaseFailure) -> UpdateLog.Cursor?

    /// The number after which the first loop begins.
    package let start: UInt64
    private let state: Lock<State>
    private let further: Further

    /// Makes cursors of which the first one may exist already.
    package init(_ first: UpdateLog.Cursor?, further: @escaping Further) {
        start = first?.start ?? 0
        state = Lock(State(first: first))
        self.further = further
    }

    /// Makes cursors that all begin at the same position as the first one.
    package convenience init(_ first: UpdateLog.Cursor) {
        let (log, start, consumer) = (first.log, first.start, first.consumer)
        self.init(first) { () throws(PurchaseFailure) in try log.reader(after: start, consumer: consumer) }
    }

    /// The failure of the latest loop that ended early; `nil` when none did.
    package var failure: PurchaseFailure? { state.withLock(\.failure) }

    /// The cursor of the first loop; `nil` when it was taken, or has to be made.
    fileprivate func takeFirst() -> UpdateLog.Cursor? { state.withLock { $0.first.take() } }

    /// The cursor of a later loop; `nil` when it has nothing to read.
    fileprivate func makeFurther() async -> UpdateLog.Cursor? {
        do { return try await further() } catch {
            note(error)
            return nil
        }
    }

    fileprivate func note(_ failure: PurchaseFailure) { state.withLock { $0.failure = failure } }
}

/// One loop, which has one consumer, and its iterators one reference.
final class UpdateLoop: Sendable {
    private let cursors: UpdateCursors
    private let reader: Lock<UpdateLog.Cursor?>

    init(_ cursors: UpdateCursors) {
        self.cursors = cursors
        reader = Lock(cursors.takeFirst())
    }

    /// The next updates, at least one; `nil` at the end.
    func next(isolation: isolated (any Actor)? = #isolation) async -> UpdatePortion? {
        guard let reader = await made() else { return nil }
        while let portion = await reader.next() {
            // An empty portion is for a consumer that checks its other work.
            if portion.count > 0 { return portion }
        }
        if let failure = reader.failure { cursors.note(failure) }
        return nil
    }

    private func made(isolation: isolated (any Actor)? = #isolation) async -> UpdateLog.Cursor? {
        if let reader = reader.withLock({ $0 }) { return reader }
        guard let made = await cursors.makeFurther() else { return nil }
        return reader.withLock { reader in
            reader = reader ?? made
            return reader
        }
    }
}
