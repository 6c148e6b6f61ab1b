#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// A payment as the ledger records it: the request, its date and its token.
///
/// A copy costs one reference count.
public struct PaymentIntent: Sendable {
    private final class Box: Sendable {
        let token: PaymentToken
        let request: PaymentRequest
        let requestTime: Timestamp
        let trustedTime: Timestamp?
        let laterFields: LaterFields

        init(
            _ token: PaymentToken, _ request: consuming PaymentRequest, _ requestTime: Timestamp,
            _ trustedTime: Timestamp?, _ laterFields: LaterFields
        ) {
            self.token = token
            self.request = request
            self.requestTime = requestTime
            self.trustedTime = trustedTime
            self.laterFields = laterFields
        }
    }

    private let box: Box

    /// The token that was passed to the backend.
    public var token: PaymentToken { box.token }
    /// The request of the caller.
    public var request: PaymentRequest { box.request }
    /// The product to buy.
    public var productID: String { box.request.productID }
    /// How many of it.
    package var quantity: Int { box.request.quantity }
    /// The user of the account token; `nil` when there is none.
    package var account: UserID? { box.request.user }
    /// The date of the request, by the device's clock.
    public var requestedAt: Date { requestTime.date }
    /// The time of the request, in whole milliseconds.
    package var requestTime: Timestamp { box.requestTime }
    /// The latest confirmed date that the App Store had signed at the time of the request; `nil` when there was none.
    package var trustedTime: Timestamp? { box.trustedTime }
    /// The fields of it that a later version has recorded.
    package var laterFields: LaterFields { box.laterFields }

    /// Makes an intent.
    ///
    /// Purser makes its own; tests and backends may make others.
    public init(token: PaymentToken, request: consuming PaymentRequest, requestedAt: Date) {
        self.init(token: token, request: request, requestTime: Timestamp(requestedAt))
    }

    /// Makes an intent, with its date in whole milliseconds.
    package init(
        token: PaymentToken, request: consuming PaymentRequest, requestTime: Timestamp, trustedTime: Timestamp? = nil,
        laterFields: LaterFields = LaterFields()
    ) {
        box = Box(token, request, requestTime, trustedTime, laterFields)
    }
}

extension PaymentIntent: Hashable {
    /// Equal when token, request and date are equal.
    public static func == (lhs: PaymentIntent, rhs: PaymentIntent) -> Bool {
        lhs.box === rhs.box
            || (lhs.token == rhs.token && lhs.request == rhs.request && lhs.requestTime == rhs.requestTime)
    }

    /// Hashes the token only, because it is unique.
    public func hash(into hasher: inout Hasher) { hasher.combine(token) }
}

extension PaymentIntent: Codable {
    private enum CodingKeys: String, CodingKey {
        case token, request
        case requestTime = "requestedAt"
    }

    /// Reads token, request and date.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            token: try container.decode(PaymentToken.self, forKey: .token),
            request: try container.decode(PaymentRequest.self, forKey: .request),
            requestTime: try container.decode(Timestamp.self, forKey: .requestTime))
    }

    /// Writes token, request and date.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(token, forKey: .token)
        try container.encode(request, forKey: .request)
        try container.encode(requestTime, forKey: .requestTime)
    }
}
