/// How far a product has got, from being registered to being owned; more states may come.
///
/// The names are those of the Cordova purchase plug-in. A usual way is `registered`, `valid`, `requested`, `initiated`,
/// `approved`, `finished`, and then `owned`, or `valid` again for what is used up.
public struct ProductState: RawRepresentable, Sendable, Hashable, CustomStringConvertible {
    /// A stable name.
    public var rawValue: String
    /// A state by its name.
    public init(rawValue: String) { self.rawValue = rawValue }
    /// The name.
    public var description: String { rawValue }

    /// The app knows of it, and the store was not asked yet.
    public static let registered = Self(rawValue: "registered")
    /// The store sells it.
    public static let valid = Self(rawValue: "valid")
    /// The store does not know it.
    public static let invalid = Self(rawValue: "invalid")
    /// The app has asked to buy it.
    public static let requested = Self(rawValue: "requested")
    /// The payment was handed to the store.
    public static let initiated = Self(rawValue: "initiated")
    /// Somebody else must decide first: Ask to Buy, or the bank.
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
