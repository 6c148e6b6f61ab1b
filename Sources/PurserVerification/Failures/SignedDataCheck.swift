/// One check of something signed; all that fits are made, in the order of ``all``, and the first that fails ends it.
public struct SignedDataCheck: RawRepresentable, Sendable, Hashable, CustomStringConvertible {
    /// A stable name.
    public var rawValue: String
    /// A check by its name.
    public init(rawValue: String) { self.rawValue = rawValue }
    /// The raw value.
    public var description: String { rawValue }

    /// It can be read: parts, encoding, JSON or PKCS#7, within the limits.
    public static let form = Self(rawValue: "form")
    /// It is signed by the one algorithm that the store uses, and names nothing that this version does not know.
    public static let algorithm = Self(rawValue: "algorithm")
    /// The certificates that it brings are readable, as many as must be, and marked by Apple for this purpose.
    public static let certificates = Self(rawValue: "certificates")
    /// The certificates were valid at the moment when it was signed.
    public static let dates = Self(rawValue: "dates")
    /// The certificates lead to a pinned root, or are a pinned one.
    public static let chain = Self(rawValue: "chain")
    /// The signature belongs to these bytes and this certificate.
    public static let signature = Self(rawValue: "signature")
    /// It is what was asked for: a transaction, a renewal info, an app transaction or a notification; receipts are by their form.
    public static let kind = Self(rawValue: "kind")
    /// It was signed recently enough, where the app has set a limit.
    public static let age = Self(rawValue: "age")
    /// It is for this app.
    public static let app = Self(rawValue: "app")
    /// It comes from an environment that the app accepts.
    public static let environment = Self(rawValue: "environment")
    /// It is for this device; receipts only.
    public static let device = Self(rawValue: "device")
    /// It has not expired; receipts of volume purchases only.
    public static let expiration = Self(rawValue: "expiration")
    /// What is signed inside it passes all checks, too; notifications only.
    public static let nested = Self(rawValue: "nested")
    /// No certificate was revoked, where the app has set somebody who can tell.
    public static let revocation = Self(rawValue: "revocation")

    /// Every check, in the order in which they are made.
    public static let all: [SignedDataCheck] = [
        .form, .algorithm, .certificates, .dates, .chain, .signature, .kind, .age, .app, .environment, .device,
        .expiration, .revocation, .nested,
    ]
}
