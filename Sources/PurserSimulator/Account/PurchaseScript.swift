public import Purser

/// The result of the next purchase that would otherwise succeed.
public enum PurchaseScript: Sendable {
    /// It succeeds, regardless of the settings.
    case succeeds
    /// The customer cancels.
    case userCancels
    /// It fails with this error, and the customer is not charged, neither now nor later.
    ///
    /// ``FaultPlan/failuresAfterCharge`` is for a failure after a charge.
    case fails(BackendFailure)
    /// It waits for approval.
    case asksToBuy
    /// It is interrupted until the customer resolves the cause.
    case isInterrupted
    /// The customer's storefront changes during the purchase, which continues there unless the app stops it.
    case changesStorefront(StoreStorefront)

    /// It fails with this code, and the customer is not charged, neither now nor later.
    ///
    /// After `.networkError`, `.cloudServiceNetworkConnectionFailed`, `.systemError`, `.notEntitled` and `.unknown` the
    /// purchase throws `.outcomeUnknown`.
    public static func fails(_ code: PurchaseFailure.Code) -> PurchaseScript {
        .fails(BackendFailure(code, "The test's script lets this purchase fail with \(code.rawValue)."))
    }
}
