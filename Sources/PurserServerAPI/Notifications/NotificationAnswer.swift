#if Verification
    public import Foundation
    import Purser
    import PurserVerification

    /// The answer of a server's route to a notification from Apple.
    ///
    /// Answer with success only if the notification is recorded or not needed. Otherwise Apple sends it again after 1,
    /// 12, 24, 48 and 72 hours, in production only.
    public struct NotificationAnswer: Sendable, Hashable, CustomStringConvertible {
        /// The status of the answer.
        public let status: Int
        /// The reason for the server's log.
        public let reason: String

        /// 200: it was recorded.
        public static let recorded = Self(200, "It was recorded.")
        /// 200: it was recorded before.
        public static let known = Self(200, "It was recorded before.")
        /// 200: the App Store has signed it, and it is for another app or another environment.
        public static let unwanted = Self(200, "It is signed for another app or environment.")
        /// 403: the App Store has not signed it.
        public static let invalid = Self(403, "The App Store has not signed it.")
        /// 400: it cannot be read.
        public static let unreadable = Self(400, "It cannot be read.")
        /// 400: it has version 1, which Apple has deprecated and not signed.
        public static let deprecatedVersion = Self(400, NotificationVersion1.advice)
        /// 503: it cannot be recorded now; Apple sends it again.
        public static let notNow = Self(503, "It cannot be recorded now.")

        private init(_ status: Int, _ reason: String) {
            self.status = status
            self.reason = reason
        }

        /// Makes the answer after an error of the verifier or of the server's own code.
        ///
        /// An error of the server itself gives ``notNow``: Apple sends the notification again.
        public init(after error: any Error) {
            guard let error = error as? SignedDataFailure else {
                self =
                    switch (error as? ServerAPIFailure)?.code {
                    case .unreadable: .unreadable
                    case .deprecatedVersion: .deprecatedVersion
                    default: .notNow
                    }
                return
            }
            self =
                switch error.code {
                case .malformed, .tooLarge, .unreadableField: .unreadable
                case .deprecatedForm: .deprecatedVersion
                case .revocationUnknown, .invalidConfiguration: .notNow
                case _ where error.isForgery: .invalid
                case .wrongApp, .wrongEnvironment, .wrongDevice: .unwanted
                // The App Store never posts a transaction instead of a notification, or a notification with an old
                // signature.
                default: .invalid
                }
        }

        /// The status and the reason.
        public var description: String { "\(status): \(reason)" }

        /// Reads the notification in the body of a post, as compact JWS: its member `signedPayload`.
        ///
        /// - Throws: ``ServerAPIFailure`` with ``ServerAPIFailure/Code/unreadable`` if the body is not a JSON object with that member,
        ///   and with ``ServerAPIFailure/Code/deprecatedVersion`` for a notification of version 1.
        public static func signedPayload(in body: Data) throws(ServerAPIFailure) -> String {
            guard let members = try? SignedJSONReader.object(Array(body)), let text = members["signedPayload"]?.asText
            else {
                if NotificationVersion1.isBody(body) {
                    throw ServerAPIFailure(.deprecatedVersion, nil, NotificationVersion1.advice)
                }
                throw ServerAPIFailure(
                    .unreadable, nil,
                    "The body is not a JSON object with the text signedPayload. Answer with status 400; Apple does not send this."
                )
            }
            return text
        }
    }
#endif
