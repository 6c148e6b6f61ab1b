#if Verification
    /// A notification that a verifier has checked, with its signed parts: the App Store has signed them, for this app.
    ///
    /// Only a verifier can make it.
    public struct VerifiedNotification: Sendable, Hashable {
        /// The notification itself.
        public let notification: Verified<NotificationPayload>
        /// The transaction inside it, verified separately.
        public let transaction: VerifiedTransaction?
        /// The renewal info inside it, verified separately.
        public let renewalInfo: VerifiedRenewalInfo?
        /// The app transaction inside it, verified separately.
        public let appTransaction: VerifiedAppTransaction?

        fileprivate init(
            _ notification: Verified<NotificationPayload>, transaction: VerifiedTransaction?,
            renewalInfo: VerifiedRenewalInfo?, appTransaction: VerifiedAppTransaction?
        ) {
            self.notification = notification
            self.transaction = transaction
            self.renewalInfo = renewalInfo
            self.appTransaction = appTransaction
        }

        /// The content of the notification.
        public var payload: NotificationPayload { notification.payload }
    }

    extension SignedDataVerifier {
        /// Checks a notification and its signed parts.
        ///
        /// - Parameter jws: the member `signedPayload` of the posted body.
        /// - Throws: ``SignedDataFailure`` with the code of the check that failed, of the
        ///   notification or of a signed part; ``SignedDataFailure/Code/deprecatedForm`` for the body of a notification of
        ///   version 1.
        public func verifyNotification(_ jws: String) async throws(SignedDataFailure) -> VerifiedNotification {
            guard !NotificationVersion1.isBody(jws.utf8) else {
                throw SignedDataFailure(.deprecatedForm, .form, NotificationVersion1.advice)
            }
            let outer: Verified<NotificationPayload> = try await verify(jws)
            let (data, appData) = (outer.payload.data?.fields, outer.payload.appData?.fields)
            return VerifiedNotification(
                outer,
                transaction: try await nested(data, "signedTransactionInfo", "transaction"),
                renewalInfo: try await nested(data, "signedRenewalInfo", "renewal info"),
                appTransaction: try await nested(appData, "signedAppTransactionInfo", "app transaction"))
        }

        /// The signed data inside a part; a member that is not text makes the notification invalid.
        private func nested<Payload: IdentifiedPayload>(
            _ part: SignedFields?, _ key: String, _ name: StaticString
        ) async throws(SignedDataFailure) -> Verified<Payload>? {
            let jws = part?.text(key)
            try part?.known(key, jws, .nested)
            guard let jws else { return nil }
            do throws(SignedDataFailure) { return try await verify(jws) } catch {
                throw SignedDataFailure(
                    error.code, .nested, "The \(name) inside failed the check \(error.check.rawValue). \(error.message)"
                )
            }
        }
    }
#endif
