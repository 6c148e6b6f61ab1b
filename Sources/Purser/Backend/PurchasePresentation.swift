/// Where a customer is asked: a scene, a view controller or a window, handed through to the backend as it is.
///
/// It belongs to one call, and is released when that call's payment has ended. It is never written down, so that a payment
/// of an earlier launch has none.
public final class PurchasePresentation: Sendable {
    private let find: @MainActor @Sendable () -> AnyObject?

    /// The scene, view controller or window; the backend says which kinds it understands.
    ///
    /// `nil` when it has gone meanwhile.
    @MainActor public var context: AnyObject? { find() }

    /// A place that is known now.
    @MainActor
    public init(_ context: AnyObject) { find = { context } }

    /// A place that is looked for when the customer is about to be asked, such as the scene that is active then.
    public init(finding find: @escaping @MainActor @Sendable () -> AnyObject?) { self.find = find }
}
