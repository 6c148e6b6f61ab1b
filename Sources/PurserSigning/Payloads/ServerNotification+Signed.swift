#if Verification
    public import Purser
    public import PurserSimulator
    import PurserVerification

    extension SigningAuthority {
        /// Signs a notification, and what is inside it.
        ///
        /// - Returns: the member `signedPayload` of what the store posts.
        /// - Throws: `BackendError` with `.systemError` when the system cannot sign.
        public func sign(_ notification: ServerNotification) throws(BackendError) -> String {
            try sign(try json(of: notification, isGenuine: true))
        }

        func json(of notification: ServerNotification, isGenuine: Bool) throws(BackendError) -> SignedJSON {
            var data = SignedMembers()
            data.text("environment", notification.environment.rawValue)
            data.number("appAppleId", notification.app.appID)
            data.text("bundleId", notification.app.bundleID)
            data.text("bundleVersion", notification.app.version)
            if let transaction = notification.transaction {
                data.text("signedTransactionInfo", try sign(transaction.signedJSON, isGenuine: isGenuine))
            }
            if let renewalInfo = notification.renewalInfo {
                data.text("signedRenewalInfo", try sign(renewalInfo.signedJSON, isGenuine: isGenuine))
            }
            data.number("status", notification.state?.rawValue)
            data.text("consumptionRequestReason", notification.consumptionRequestReason)
            var members = SignedMembers()
            members.text("notificationType", notification.type)
            members.text("subtype", notification.subtype)
            members.uuid("notificationUUID", notification.id)
            members.text("version", "2.0")
            members.time("signedDate", notification.date)
            members.object("data", data)
            return members.json
        }
    }
#endif
