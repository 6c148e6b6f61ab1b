#if Verification
    public import Foundation
    import Purser
    import PurserVerification

    /// What a server's route answers when Apple posts a notification.
    ///
    /// Apple repeats what is not answered with success after 1, 12, 24, 48 and 72 hours, and never in the sandbox. So success means:
    /// it is on record, or need not be.
    public struct NotificationAnswer: Sendable, Hashable, CustomStringConvertible {
        /// The status of the answer.
        public let status: Int
        /// Why, for the server's log.
        public let reason: String

        /// It was recorded.
        public static let recorded = Self(200, "It was recorded.")
        /// It was recorded before.
        public static let known = Self(200, "It is known.")
        /// The store has signed it, and this server does not want it: another app's, another environment's.
        public static let unwanted = Self(200, "It is genuine, and not for this server.")
        /// Nobody but the store may post, and it has not signed this.
        public static let forged = Self(403, "The store has not signed it.")
        /// It cannot be read.
        public static let unreadable = Self(400, "It cannot be read.")
        /// It cannot be recorded now; Apple posts it again.
        public static let notNow = Self(503, "It cannot be recorded now.")

        private init(_ status: Int, _ reason: String) {
            self.status = status
            self.reason = reason
        }

        /// The answer after something failed: a verifier, or what records.
        ///
        /// Failures of the server itself are ``notNow``: nothing is lost by being asked again.
        public init(after error: any Error) {
            guard let error = error as? SignedDataError else {
                self = error is UnreadableNotification ? .unreadable : .notNow
                return
            }
            self =
                switch error.code {
                case .malformed, .tooLarge, .unreadableField: .unreadable
                case .revocationUnknown, .invalidConfiguration: .notNow
                case _ where error.isForgery: .forged
                case .wrongApp, .wrongEnvironment, .wrongDevice: .unwanted
                // A transaction in the place of a notification, or one that was signed too long ago, is not what the store posts.
                default: .forged
                }
        }

        /// The status and the reason.
        public var description: String { "\(status): \(reason)" }

        /// What is signed in the body of a post, as compact JWS: its member `signedPayload`.
        ///
        /// - Throws: ``UnreadableNotification`` when the body is no JSON object with that member.
        public static func signedPayload(in body: Data) throws(UnreadableNotification) -> String {
            guard let members = try? SignedJSONReader.object(Array(body)), let text = members["signedPayload"]?.asText
            else { throw UnreadableNotification() }
            return text
        }
    }

    /// A post that is no notification.
    public struct UnreadableNotification: Error, Sendable, Hashable, CustomStringConvertible {
        /// What happened and what to do.
        public var description: String {
            "The body is no JSON object with the text signedPayload. Answer with status 400; Apple does not send this."
        }
    }

    extension UnreadableNotification: LocalizedError {
        /// What ``description`` says.
        public var errorDescription: String? { description }
    }
#endif
