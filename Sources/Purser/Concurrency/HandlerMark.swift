/// Marks a task that runs one of a store's handlers, for the calls on the store that could wait for the handler.
///
/// Child tasks and each `Task {}` of a handler have it too, a detached task has not. It counts until the handler has
/// returned.
package final class HandlerMark: Sendable {
    @TaskLocal private static var innermost: HandlerMark?

    /// The name of the handler.
    private let name: String
    private let store: any AnyObject & Sendable
    private let isOver = Lock(false)

    private init(_ name: String, _ store: any AnyObject & Sendable) { (self.name, self.store) = (name, store) }

    /// Rejects a call inside a handler of this store.
    ///
    /// - Parameter only: the name of the handlers for which this is so; `nil` for all.
    /// - Throws: ``PurchaseFailure`` with `.calledInHandler`.
    package static func check(
        _ call: String, of store: AnyObject, in only: String? = nil, productID: String? = nil
    ) throws(PurchaseFailure) {
        guard let mark = innermost, mark.store === store, only == nil || only == mark.name else { return }
        guard !mark.isOver.withLock({ $0 }) else { return }
        throw .calledInHandler(call, mark.name, productID: productID)
    }

    /// Runs a handler.
    ///
    /// - Parameters:
    ///   - name: the name of the handler.
    ///   - store: the same object for all handlers of one store.
    ///   - body: the handler.
    package static func mark<Value, Failure: Error>(
        _ name: String, of store: any AnyObject & Sendable, isolation: isolated (any Actor)? = #isolation,
        running body: () async throws(Failure) -> Value
    ) async throws(Failure) -> Value {
        let mark = HandlerMark(name, store)
        defer { mark.isOver.withLock { $0 = true } }
        let result = await $innermost.withValue(mark) { () async -> Result<Value, Failure> in
            do throws(Failure) { return .success(try await body()) } catch { return .failure(error) }
        }
        return try result.get()
    }
}
