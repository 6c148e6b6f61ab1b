#if Verification
    #if canImport(FoundationEssentials)
        public import FoundationEssentials
    #else
        public import Foundation
    #endif
    public import Purser
    public import PurserSimulator
    import PurserVerification

    extension EmbeddedAppStore {
        /// Signs from now on everything that this App Store tells: transactions, renewal infos, app transactions and receipts.
        ///
        /// Call it before a store is opened. Where `SimulatorFailures.verification` says that signatures are
        /// not valid, they are another key's.
        ///
        /// - Parameters:
        ///   - authority: who signs.
        ///   - deviceID: the device that receipts are for: the bytes of `identifierForVendor`.
        public func sign(by authority: SigningAuthority, deviceID: UUID? = nil) {
            setSigner(AuthoritySigner(authority: authority, deviceID: deviceID))
        }

        /// Checks from now on what proves a promotional offer, and statements on introductory ones, by this key.
        ///
        /// A proof that is given must be valid then. Whether one has to be given is said by
        /// `SimulatorSettings.requiresOfferSignatures`.
        public func checkOffers(by key: OfferKey) { setOfferChecker(key) }

        /// Takes the notifications since the last call, each signed, up to the present moment.
        ///
        /// Begin with `startNotifications()`.
        /// - Throws: `BackendError` with `.invalidRequest` when nobody signs, whether or not something was noted: call
        ///   `sign(by:deviceID:)` before. With `.systemError` when the system cannot sign.
        public func takeSignedNotifications() throws(BackendError) -> [SignedNotification] {
            // Before they are taken: they can be taken once.
            guard signs else {
                throw BackendError(.invalidRequest, "This App Store signs nothing. Call sign(by:) first.")
            }
            var signed: [SignedNotification] = []
            for notification in takeNotifications() {
                guard let payload = signature(of: .notification(notification)) else {
                    throw BackendError(.systemError, "The system could not sign a notification.")
                }
                signed.append(SignedNotification(notification: notification, signedPayload: payload))
            }
            return signed
        }
    }

    /// A notification as the App Store posts it to the app's server.
    public struct SignedNotification: Sendable, Hashable {
        /// What it says.
        public let notification: ServerNotification
        /// The signed form, as compact JWS.
        public let signedPayload: String

        /// What is posted: a JSON object with the member `signedPayload`.
        public var body: Data {
            Data(JSONValue.object(["signedPayload": .string(signedPayload)]).text.utf8)
        }
    }

    /// Signs what an App Store tells, in an authority's name.
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
            // Any value will do that is not always the same.
            let opaque = Data("\(Timestamp(content.creationDate).milliseconds)".utf8)
            return try authority.receiptSigner.receipt(content.payload(deviceID: bytes, opaque: opaque))
        }
    }
#endif
