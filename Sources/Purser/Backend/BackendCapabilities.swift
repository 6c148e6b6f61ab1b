/// The capabilities of a backend.
public struct BackendCapabilities: Sendable, Hashable {
    /// How many payments may run at once; 1 when each needs a person, and never less than 1.
    public var concurrentPayments: Int { didSet { concurrentPayments = max(1, concurrentPayments) } }
    /// How many product identifiers fit into one request; never less than 1.
    public var productRequestLimit: Int { didSet { productRequestLimit = max(1, productRequestLimit) } }

    /// Whether each answer to a payment names that payment by its token.
    ///
    /// When it is false, the backend gets one payment of a product at a time (M4).
    public var answersNamePayments: Bool

    /// The optional calls that the backend supports; the others throw `.unsupportedPlatform`.
    public var optionalCalls: Set<OptionalCall>

    /// Makes the capabilities of a backend.
    public init(
        concurrentPayments: Int = 1, productRequestLimit: Int = 100, optionalCalls: Set<OptionalCall> = [],
        answersNamePayments: Bool = false
    ) {
        self.answersNamePayments = answersNamePayments
        self.optionalCalls = optionalCalls
        self.concurrentPayments = max(1, concurrentPayments)
        self.productRequestLimit = max(1, productRequestLimit)
    }
}

/// An answer to a product request.
public struct BackendProducts: Sendable, CustomStringConvertible {
    /// The known products.
    public var products: [StoreProduct]
    /// The unknown identifiers.
    public var invalidIDs: [String]

    /// Makes an answer.
    public init(products: [StoreProduct], invalidIDs: [String] = []) {
        self.products = products
        self.invalidIDs = invalidIDs
    }

    /// The number of products, and the unknown identifiers.
    public var description: String { products.summary(unknown: invalidIDs) }
}

/// Names one restore.
public struct RestoreID: RawRepresentable, Sendable, Hashable, CustomStringConvertible {
    /// A number that is unique in one launch.
    public var rawValue: UInt64
    /// Makes the identifier of a restore from its number.
    public init(rawValue: UInt64) { self.rawValue = rawValue }
    /// The number.
    public var description: String { "\(rawValue)" }
}

extension [StoreProduct] {
    /// The number of products, and the unknown identifiers.
    package func summary(unknown: [String]) -> String {
        Wording.count(count, "product") + (unknown.isEmpty ? "" : ", unknown: \(Wording.list(unknown))")
    }
}
