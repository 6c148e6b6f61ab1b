#if Verification
    public import Foundation
    public import Purser

    /// The answer of the app's server to a request for a message to a customer who is about to cancel.
    ///
    /// Verify the request first, by `SignedDataVerifier.verifyRetentionRequest(_:)`, and answer with ``json`` and
    /// status 200.
    public struct RetentionAnswer: Sendable, Hashable {
        let members: BodyMembers

        private init(_ kind: String, _ message: UUID, _ fill: (inout BodyMembers) -> Void) {
            var inside = BodyMembers()
            inside.set("messageIdentifier", message)
            fill(&inside)
            var members = BodyMembers()
            members.set(kind, inside)
            self.members = members
        }

        /// A message of the app.
        ///
        /// - Parameter id: an uploaded and approved ``RetentionMessage``.
        public static func message(_ id: UUID) -> Self { Self("message", id) { _ in } }

        /// A message that suggests another product.
        ///
        /// - Parameters:
        ///   - productID: the product to switch to.
        ///   - plan: how that product is billed; `nil` for the App Store's choice.
        ///   - id: an uploaded and approved ``RetentionMessage``.
        public static func alternateProduct(
            _ productID: String, billedBy plan: StoreProduct.BillingPlanType? = nil, message id: UUID
        ) -> Self {
            Self("alternateProduct", id) { members in
                members.set("productId", productID)
                members.set("billingPlanType", plan?.rawValue)
            }
        }

        /// A message with a promotional offer.
        ///
        /// - Parameters:
        ///   - compactJWS: the signed offer, by ``ServerAPIKey/promotionalOffer(_:of:bundleID:transactionID:nonce:at:)``.
        ///   - id: an uploaded and approved ``RetentionMessage``.
        public static func promotionalOffer(compactJWS: String, message id: UUID) -> Self {
            Self("promotionalOffer", id) { $0.set("promotionalOfferSignatureV2", compactJWS) }
        }

        /// The body of the answer.
        public var json: Data { members.json }
    }
#endif
