public import Purser

/// What happens to the next purchase that would otherwise go through.
public enum PurchaseScript: Sendable {
    /// It succeeds, whatever the settings say.
    case succeeds
    /// The customer cancels.
    case userCancels
    /// It fails with this error.
    case fails(BackendError)
    /// Somebody else must approve it.
    case asksToBuy
    /// It is interrupted until that is resolved.
    case isInterrupted
    /// The customer's storefront changes during it; it goes on there unless the app decides otherwise.
    case changesStorefront(StoreStorefront)

    /// It fails with this code.
    public static func fails(_ code: PurchaseFailure.Code) -> PurchaseScript {
        .fails(BackendError(code, "The test told this purchase to fail with \(code.rawValue)."))
    }
}
