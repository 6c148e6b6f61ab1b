import Purser

/// What Apple's store does that an adapter has to live with: measured, or reported by others.
///
/// Further defects are those of the embedded App Store behind it (`StoreDefect`): a charge after an error, a cancellation
/// that was none, a finish that does not take.
struct FakeDefects: Sendable {
    /// How long a purchase stays out of every list after it was made; 0.88 to 1.13 s were measured.
    var listingLag = Duration.zero
    /// How long after a purchase was returned the updates tell it again; `nil`: they do not.
    var repeatDelay: Duration?
    /// How long a purchase call takes to return after the updates have told its transaction; `nil`: they do not.
    var returnDelay: Duration?
    /// How long the first finish of a transaction hangs; `nil`: it does not.
    var finishHangs: Duration?
    /// Whether the list of what is owned is empty, as before iOS 26.5 with another calendar than the Gregorian one.
    var hasEmptyEntitlements = false

    static let none = FakeDefects()
}
