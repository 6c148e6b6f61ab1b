/// One check of signed data; the checks are made in the order of ``all``, until one fails.
package struct SignedDataCheck: RawRepresentable, Sendable, Hashable, CustomStringConvertible {
    /// A stable name.
    package var rawValue: String
    /// A check by its name.
    package init(rawValue: String) { self.rawValue = rawValue }
    /// The raw value.
    public var description: String { rawValue }

    /// It can be read: parts, encoding, JSON or PKCS#7, within the limits.
    package static let form = Self(rawValue: "form")
    /// It is signed by the App Store's algorithm, and has no unknown critical extension.
    package static let algorithm = Self(rawValue: "algorithm")
    /// Its certificates are readable, have the right number, and have Apple's marks for this purpose.
    package static let certificates = Self(rawValue: "certificates")
    /// The certificates were valid when it was signed.
    package static let dates = Self(rawValue: "dates")
    /// The certificates lead to a pinned root, or are a pinned one.
    package static let chain = Self(rawValue: "chain")
    /// The signature belongs to these bytes and this certificate.
    package static let signature = Self(rawValue: "signature")
    /// It is of the requested kind: a transaction, a renewal info, an app transaction or a notification; for receipts the form decides.
    package static let kind = Self(rawValue: "kind")
    /// It was signed recently enough, if the app has set a limit.
    package static let age = Self(rawValue: "age")
    /// It is for this app.
    package static let app = Self(rawValue: "app")
    /// It comes from an environment that the app accepts.
    package static let environment = Self(rawValue: "environment")
    /// It is for this device; receipts only.
    package static let device = Self(rawValue: "device")
    /// It has not expired; receipts of volume purchases only.
    package static let expiration = Self(rawValue: "expiration")
    /// Its signed parts pass all checks, too; notifications only.
    package static let nested = Self(rawValue: "nested")
    /// No certificate was revoked; only with a ``RevocationChecker``.
    package static let revocation = Self(rawValue: "revocation")

    /// Every check, in order.
    package static let all: [SignedDataCheck] = [
        .form, .algorithm, .certificates, .dates, .chain, .signature, .kind, .age, .app, .environment, .device,
        .expiration, .revocation, .nested,
    ]
}
