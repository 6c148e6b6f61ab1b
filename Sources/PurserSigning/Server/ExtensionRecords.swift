#if Verification
    import PurserFormats

    #if canImport(FoundationEssentials)
        import FoundationEssentials
    #else
        import Foundation
    #endif
    import Purser
    import PurserServerAPI
    import PurserSimulator
    import PurserVerification

    /// The members that both extension requests have.
    struct ExtensionWish: Sendable {
        let length: Duration
        let request: String

        /// Reads the body of a request.
        ///
        /// - Throws: ``ServerRejection`` with the code of its fault.
        init(_ members: [String: JSONValue]) throws(ServerRejection) {
            guard let days = members["extendByDays"]?.asInt, (1...90).contains(days) else {
                throw ServerRejection(.invalidExtendByDays)
            }
            guard let reason = members["extendReasonCode"]?.asInt, (0...3).contains(reason) else {
                throw ServerRejection(.invalidExtendReasonCode)
            }
            guard let request = members["requestIdentifier"]?.asText, (1...128).contains(request.count) else {
                throw ServerRejection(.invalidRequestIdentifier)
            }
            length = .seconds(days * 86_400)
            self.request = request
        }
    }

    /// The extensions of single subscriptions and those for all subscribers.
    struct ExtensionRecords: Sendable {
        /// The result of an extension for all subscribers.
        struct Run: Sendable {
            let summary: ServerNotification.Summary
            let time: Timestamp
        }

        private var times: [String: [Timestamp]] = [:]
        private var runs: [String: Run] = [:]
        /// The identifiers of all requests for all subscribers.
        private var requests: Set<String> = []

        /// A subscription is extended at most twice in 365 days.
        private static let (limit, period) = (2, Duration.seconds(365 * 86_400))

        /// Why a subscription cannot be extended; `nil` if it can.
        ///
        /// - Parameter mayBegin: whether ``begin(_:at:)`` has allowed this extension.
        static func rejection(of subscription: SimulatedSubscription, mayBegin: Bool) -> ServerAPIFailure.ServerCode? {
            if subscription.isFamilyShared { return .familySharedSubscriptionExtensionIneligible }
            let isFree = subscription.offer?.paymentMode == .freeTrial
            guard subscription.state == .subscribed, !isFree else { return .subscriptionExtensionIneligible }
            return mayBegin ? nil : .subscriptionMaxExtension
        }

        /// Begins the extension of a subscription, before its account is changed: calls for one subscription may run at
        /// the same time.
        ///
        /// - Returns: `false` if it was extended too often.
        mutating func begin(_ id: String, at now: Timestamp) -> Bool {
            let recent = (times[id] ?? []).filter { $0.advanced(by: Self.period) > now }
            guard recent.count < Self.limit else { return false }
            times[id, default: []].append(now)
            return true
        }

        /// Removes the extension of a subscription that was not carried out.
        mutating func cancel(_ id: String, at now: Timestamp) {
            if let place = times[id]?.lastIndex(of: now) { times[id]?.remove(at: place) }
        }

        /// Records the extension of all subscriptions to a product.
        mutating func ended(_ summary: ServerNotification.Summary, at now: Timestamp) {
            runs[summary.requestIdentifier] = Run(summary: summary, time: now)
        }

        /// The result of an extension for all subscribers; `nil` for an unknown identifier.
        func run(_ request: String, of productID: String) -> Run? {
            runs[request].flatMap { $0.summary.productID == productID ? $0 : nil }
        }

        /// Begins an extension for all subscribers; `false` if an earlier request had this identifier.
        mutating func begin(_ request: String) -> Bool { requests.insert(request).inserted }

        /// Removes an extension that was not carried out.
        mutating func cancel(_ request: String) { requests.remove(request) }

        /// Whether a request had this identifier.
        func hasRun(_ request: String) -> Bool { requests.contains(request) }
    }
#endif
