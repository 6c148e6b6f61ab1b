/// One check of signed data; the checks are made in the order of ``all``, until one fails.
public struct SignedDataCheck: RawRepresentable, Sendable, Hashable, CustomStringConvertible {
    /// A stable name.
    public var rawValue: String
    /// A check by its name.
    public init(rawValue: String) { self.rawValue = rawValue }
    /// The raw value.
    public var description: String { rawValue }

    /// It can be read: parts, encoding, JSON or PKCS#7, within the limits.
    public static let form = Self(rawValue: "form")
    /// It is signed by the App Store's algorithm, and has no unknown critical extension.
    public static let algorithm = Self(rawValue: "algorithm")
    /// Its certificates are readable, have the right number, and have Apple's marks for this purpose.
    public static let certificates = Self(rawValue: "certificates")
    /// The certificates were valid when it was signed.
    public static let dates = Self(rawValue: "dates")
    /// The certificates lead to a pinned root, or are a pinned one.
    public static let chain = Self(rawValue: "chain")
    /// The signature belongs to these bytes and this certificate.
    public static let signature = Self(rawValue: "signature")
    /// It is of the requested kind: a transaction, a renewal info, an app transaction or a notification; for receipts the form decides.
    public static let kind = Self(rawValue: "kind")
    /// It was signed recently enough, if the app has set a limit.
    public static let age = Self(rawValue: "age")
    /// It is for this app.
    public static let app = Self(rawValue: "app")
    /// It comes from an environment that the app accepts.
    public static let environment = Self(rawValue: "environment")
    /// It is for this device; receipts only.
    public static let device = Self(rawValue: "device")
    /// It has not expired; receipts of volume purchases only.
    public static let expiration = Self(rawValue: "expiration")
    /// Its signed parts pass all checks, too; notifications only.
    public static let nested = Self(rawValue: "nested")
    /// No certificate was revoked; only with a ``RevocationChecker``.
    public static let revocation = Self(rawValue: "revocation")

    /// Every check, in order.
    public static let all: [SignedDataCheck] = [
        .form, .algorithm, .certificates, .dates, .chain, .signature, .kind, .age, .app, .environment, .device,
        .expiration, .revocation, .nested,
    ]
}
