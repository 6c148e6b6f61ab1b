/// Marks a task that runs one of a store's handlers, for the calls on the store that it makes.
///
/// Child tasks and the `Task {}` of a handler have it too. It counts until the handler has returned.
package final class HandlerMark: Sendable {
    /// The purpose of a handler.
    package enum Kind: Sendable, Hashable {
        /// Verifying transactions, for which every answer waits.
        case verifier
        /// Granting a transaction.
        case grant
        /// Revoking what was granted.
        case revoke
        /// Receiving a manual purchase.
        case manualPurchase
        /// Deciding about a promoted purchase.
        case promotedPurchase
        /// Fetching the content of this product.
        case content(productID: String)

        /// The name of the call in diagnostics.
        package var callName: String {
            switch self {
            case .verifier: "verifier"
            case .grant: "grant"
            case .revoke: "revoke"
            case .manualPurchase: "manualPurchases"
            case .promotedPurchase: "promotedPurchases"
            case .content: "content"
            }
        }
    }

    @TaskLocal private static var innermost: HandlerMark?

    /// The purpose of the handler.
    package let kind: Kind
    private let store: any AnyObject & Sendable
    private let waits: @Sendable (PaymentToken, Bool) -> Void
    private let isOver = Lock(false)

    private init(
        _ kind: Kind, _ store: any AnyObject & Sendable, _ waits: @escaping @Sendable (PaymentToken, Bool) -> Void
    ) {
        self.kind = kind
        self.store = store
        self.waits = waits
    }

    /// The handler of this store in which the current task runs; `nil` when it runs in none.
    package static func current(of store: AnyObject) -> HandlerMark? {
        guard let mark = innermost, mark.store === store, !mark.isOver.withLock({ $0 }) else { return nil }
        return mark
    }

    /// Runs a handler.
    ///
    /// - Parameters:
    ///   - kind: its purpose.
    ///   - store: the same object for all handlers of one store.
    ///   - waits: is called with `true` when the handler begins to wait for a payment, and with `false` when it has
    ///     waited.
    ///   - body: the handler.
    package static func mark<Value, Failure: Error>(
        _ kind: Kind, of store: any AnyObject & Sendable, isolation: isolated (any Actor)? = #isolation,
        waits: @escaping @Sendable (PaymentToken, Bool) -> Void = { _, _ in },
        running body: () async throws(Failure) -> Value
    ) async throws(Failure) -> Value {
        let mark = HandlerMark(kind, store, waits)
        defer { mark.isOver.withLock { $0 = true } }
        let result = await $innermost.withValue(mark) { () async -> Result<Value, Failure> in
            do throws(Failure) { return .success(try await body()) } catch { return .failure(error) }
        }
        return try result.get()
    }

    /// Whether the handler may wait for a purchase of a product: not when every answer, or this one, waits for the
    /// handler.
    package func maySell(_ productID: String) -> Bool {
        switch kind {
        case .verifier: false
        case .content(productID): false
        default: true
        }
    }

    /// Waits for a payment, during which the handler needs no place among the concurrent ones.
    package func waiting<Value>(
        for payment: PaymentToken, isolation: isolated (any Actor)? = #isolation, _ body: () async -> Value
    ) async -> Value {
        waits(payment, true)
        defer { waits(payment, false) }
        return await body()
    }
}
