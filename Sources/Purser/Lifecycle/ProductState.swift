/// The state of a product, from registered to owned; later versions may add states.
///
/// The names are those of the Cordova purchase plug-in. A usual order is `registered`, `valid`, `requested`,
/// `initiated`, `approved`, `finished`, and then `owned`, or `valid` again for a consumable.
public struct ProductState: RawRepresentable, Sendable, Hashable, CustomStringConvertible {
    /// A stable name.
    public var rawValue: String
    /// A state by its name.
    public init(rawValue: String) { self.rawValue = rawValue }
    /// The name.
    public var description: String { rawValue }

    /// The app has registered it, and it was not requested from the backend yet.
    public static let registered = Self(rawValue: "registered")
    /// It is sold.
    public static let valid = Self(rawValue: "valid")
    /// The backend does not have it.
    public static let invalid = Self(rawValue: "invalid")
    /// The app has requested a purchase; `initiated` follows at once.
    public static let requested = Self(rawValue: "requested")
    /// A payment has not ended.
    public static let initiated = Self(rawValue: "initiated")
    /// It waits for approval: Ask to Buy, or the bank.
    public static let pending = Self(rawValue: "pending")
    /// It is paid for and recorded, and not finished yet.
    public static let approved = Self(rawValue: "approved")
    /// Its content is being fetched.
    public static let downloading = Self(rawValue: "downloading")
    /// Its content is installed.
    public static let downloaded = Self(rawValue: "downloaded")
    /// Its transaction is finished; `owned` or `valid` follows.
    public static let finished = Self(rawValue: "finished")
    /// The customer owns it.
    public static let owned = Self(rawValue: "owned")
}
