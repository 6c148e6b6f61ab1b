/// Where a transaction was made, spelled as in the App Store's signed data.
///
/// Unknown values are kept.
public struct StoreEnvironment: RawRepresentable, Sendable, Hashable, Codable, CustomStringConvertible {
    /// The App Store's spelling.
    public var rawValue: String
    /// Makes an environment from its spelling.
    public init(rawValue: String) { self.rawValue = rawValue }
    /// The raw value.
    public var description: String { rawValue }
    /// The platform does not report it, as StoreKit 1.
    public static let unknown = StoreEnvironment(rawValue: "")
    /// The App Store, where customers pay real money.
    public static let production = StoreEnvironment(rawValue: "Production")
    /// Apple's test environment, also TestFlight.
    public static let sandbox = StoreEnvironment(rawValue: "Sandbox")
    /// StoreKit Testing in Xcode.
    public static let xcode = StoreEnvironment(rawValue: "Xcode")
    /// The embedded App Store, or StoreKit Testing outside Xcode.
    public static let localTesting = StoreEnvironment(rawValue: "LocalTesting")

    /// Its name; `nil` when the platform does not report it.
    var reported: String? { self == .unknown ? nil : rawValue }

    /// The ledger's name of a transaction whose identifier another environment's transaction already has: `7@Sandbox`.
    func name(of id: String) -> String { "\(id)@\(rawValue)" }

    func differs(from other: StoreEnvironment) -> Bool {
        self != other && self != .unknown && other != .unknown
    }
}
