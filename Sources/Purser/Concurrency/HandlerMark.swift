/// Marks a task that runs one of a store's handlers, for the calls on the store that could wait for the handler.
///
/// Child tasks and each `Task {}` of a handler have it too, a detached task has not. It counts until the handler has
/// returned.
package final class HandlerMark: Sendable {
    @TaskLocal private static var innermost: HandlerMark?

    private let name: String
    private let store: any AnyObject & Sendable
    private let isOver = Lock(false)

    private init(_ name: String, _ store: any AnyObject & Sendable) { (self.name, self.store) = (name, store) }

    /// The name of the handler of this store in which the current task runs; `nil` when it runs in none.
    package static func name(in store: AnyObject) -> String? {
        guard let mark = innermost, mark.store === store, !mark.isOver.withLock({ $0 }) else { return nil }
        return mark.name
    }

    /// Runs a handler of this name; `store` is the same object for all handlers of one store.
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
