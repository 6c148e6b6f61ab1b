#if Verification
    import PurserFormats

    #if canImport(FoundationEssentials)
        public import FoundationEssentials
    #else
        public import Foundation
    #endif
    public import Purser
    public import PurserSimulator
    import PurserVerification

    extension EmbeddedAppStore {
        /// Signs everything that this App Store reports from now on: transactions, renewal infos, app transactions and
        /// receipts.
        ///
        /// Call it before a store is opened. Signatures that `SimulatorFailures.verification` makes invalid are made
        /// with another key.
        ///
        /// - Parameters:
        ///   - authority: the authority that signs.
        ///   - deviceID: the device of the receipts, by its `identifierForVendor`.
        public func sign(by authority: SigningAuthority, deviceID: UUID? = nil) {
            setSigner(AuthoritySigner(authority: authority, deviceID: deviceID))
        }

        /// Checks signatures of promotional offers and introductory eligibility with this key from now on.
        ///
        /// A signature must be valid if a purchase has one. `SimulatorSettings.requiresOfferSignatures` sets whether a
        /// purchase with an offer must have one.
        public func checkOffers(by key: OfferKey) { setOfferChecker(key) }

        /// Returns the notifications since the last call, each signed.
        ///
        /// An `EmbeddedAppStoreServer` of this App Store posts the same notifications, with identifiers of its own.
        ///
        /// - Throws: `BackendFailure` with `.invalidRequest` if `sign(by:deviceID:)` or `startNotifications()` was not
        ///   called; with `.systemError` if the system cannot sign.
        public func takeSignedNotifications() throws(BackendFailure) -> [SignedNotification] {
            // Check this before the notifications are taken: they can be taken only once.
            guard signs else {
                throw BackendFailure(.invalidRequest, "This App Store does not sign. Call sign(by:) first.")
            }
            guard recordsNotifications else {
                throw BackendFailure(
                    .invalidRequest, "This App Store records no notifications. Call startNotifications() first.")
            }
            var signed: [SignedNotification] = []
            for notification in takeNotifications() {
                guard let payload = signature(of: .notification(notification)) else {
                    throw BackendFailure(.systemError, "The system could not sign a notification.")
                }
                signed.append(SignedNotification(notification: notification, signedPayload: payload))
            }
            return signed
        }
    }

    /// A notification that the App Store posts to the app's server.
    public struct SignedNotification: Sendable, Hashable {
        /// The content.
        public let notification: ServerNotification
        /// The signed content, as compact JWS.
        public let signedPayload: String

        /// The body of the post: a JSON object with the member `signedPayload`.
        public var body: Data {
            Data(JSONValue.object(["signedPayload": .string(signedPayload)]).text.utf8)
        }
    }

    /// Signs the reports of an App Store with an authority.
    struct AuthoritySigner: StoreSigner {
        let authority: SigningAuthority
        let deviceID: UUID?

        func jws(of subject: SignedSubject, isGenuine: Bool) -> String? {
            do {
                let json =
                    switch subject {
                    case .transaction(let transaction): transaction.signedJSON
                    case .renewalInfo(let info): info.signedJSON
                    case .appTransaction(let transaction): transaction.signedJSON
                    case .notification(let notification): try authority.json(of: notification, isGenuine: isGenuine)
                    }
                return try authority.sign(json, isGenuine: isGenuine)
            } catch {
                return nil
            }
        }

        func receipt(_ content: ReceiptContent) throws -> Data {
            let device = (deviceID ?? UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))).uuid
            let bytes = withUnsafeBytes(of: device) { Data($0) }
            // Any value works if it differs between receipts.
            let opaque = Data("\(Timestamp(content.creationDate).milliseconds)".utf8)
            return try authority.receiptSigner.receipt(content.payload(deviceID: bytes, opaque: opaque))
        }
    }
#endif
