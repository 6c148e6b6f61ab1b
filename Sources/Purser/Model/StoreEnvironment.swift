/// Where a transaction was made, spelled as in the App Store's signed data.
///
/// Unknown values are kept.
public struct StoreEnvironment: RawRepresentable, Sendable, Hashable, Codable {
    /// The App Store's spelling.
    public var rawValue: String
    /// An environment by its spelling.
    public init(rawValue: String) { self.rawValue = rawValue }
    /// The platform does not say; StoreKit 1 does not.
    public static let unknown = StoreEnvironment(rawValue: "")
    /// The App Store, where customers pay real money.
    public static let production = StoreEnvironment(rawValue: "Production")
    /// Apple's test environment, also TestFlight.
    public static let sandbox = StoreEnvironment(rawValue: "Sandbox")
    /// StoreKit Testing in Xcode.
    public static let xcode = StoreEnvironment(rawValue: "Xcode")
    /// The embedded App Store, or StoreKit Testing outside Xcode.
    public static let localTesting = StoreEnvironment(rawValue: "LocalTesting")
}
