/// The place of a payment sheet: a scene, a view controller or a window, passed unchanged to the backend.
///
/// It belongs to one call, and is released when that call's payment has ended. It is never recorded, so a payment of an
/// earlier launch has none.
public final class PurchasePresentation: Sendable {
    private let find: @MainActor @Sendable () -> AnyObject?

    /// The scene, view controller or window; the backend documents the supported kinds.
    ///
    /// `nil` when it no longer exists.
    @MainActor public var context: AnyObject? { find() }

    /// Makes a presentation in a known place.
    @MainActor
    public init(_ context: AnyObject) { find = { context } }

    /// Makes a presentation whose place is found when the sheet is about to be shown, such as the scene that is active
    /// then.
    public init(finding find: @escaping @MainActor @Sendable () -> AnyObject?) { self.find = find }
}
