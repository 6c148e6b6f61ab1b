#if Verification
    public import Purser
    import PurserFormats
    public import PurserSimulator
    import PurserVerification

    extension SigningAuthority {
        /// Signs a notification and its inner parts.
        ///
        /// - Returns: the member `signedPayload` of the posted body.
        /// - Throws: `BackendFailure` with `.systemError` when the system cannot sign.
        public func sign(_ notification: ServerNotification) throws(BackendFailure) -> String {
            try sign(try json(of: notification, isGenuine: true))
        }

        func json(of notification: ServerNotification, isGenuine: Bool) throws(BackendFailure) -> JSONValue {
            var members = SignedMembers()
            members.text("notificationType", notification.type)
            members.text("subtype", notification.subtype)
            members.uuid("notificationUUID", notification.id)
            members.text("version", "2.0")
            members.time("signedDate", notification.date)
            if let summary = notification.summary {
                members.object("summary", Self.part(summary, of: notification))
            } else if let app = notification.appTransaction {
                members.object("appData", try part(app, of: notification, isGenuine: isGenuine))
            } else if let token = notification.externalPurchaseToken {
                members.object("externalPurchaseToken", Self.part(token, of: notification))
            } else {
                members.object("data", try data(of: notification, isGenuine: isGenuine))
            }
            return members.json
        }

        /// The data about a transaction or a subscription; a test has the app only.
        private func data(
            of notification: ServerNotification, isGenuine: Bool
        ) throws(BackendFailure) -> SignedMembers {
            var data = Self.identity(of: notification)
            data.text("bundleVersion", notification.app.version)
            if let transaction = notification.transaction {
                data.text("signedTransactionInfo", try sign(transaction.signedJSON, isGenuine: isGenuine))
            }
            if let renewalInfo = notification.renewalInfo {
                data.text("signedRenewalInfo", try sign(renewalInfo.signedJSON, isGenuine: isGenuine))
            }
            data.number("status", notification.state?.rawValue)
            data.text("consumptionRequestReason", notification.consumptionRequestReason)
            return data
        }

        private static func part(
            _ summary: ServerNotification.Summary, of notification: ServerNotification
        ) -> SignedMembers {
            var part = identity(of: notification)
            part.text("requestIdentifier", summary.requestIdentifier)
            part.text("productId", summary.productID)
            part.texts("storefrontCountryCodes", summary.storefrontCountryCodes)
            part.number("succeededCount", summary.succeededCount)
            part.number("failedCount", summary.failedCount)
            return part
        }

        private static func part(_ token: ExternalPurchaseToken, of notification: ServerNotification) -> SignedMembers {
            var part = SignedMembers()
            part.text("externalPurchaseId", token.id)
            part.time("tokenCreationDate", token.creationDate)
            part.number("appAppleId", notification.app.appID)
            part.text("bundleId", notification.app.bundleID)
            return part
        }

        private func part(
            _ app: StoreAppTransaction, of notification: ServerNotification, isGenuine: Bool
        ) throws(BackendFailure) -> SignedMembers {
            var part = Self.identity(of: notification)
            part.text("signedAppTransactionInfo", try sign(app.signedJSON, isGenuine: isGenuine))
            return part
        }

        private static func identity(of notification: ServerNotification) -> SignedMembers {
            var members = SignedMembers()
            members.text("environment", notification.environment.rawValue)
            members.number("appAppleId", notification.app.appID)
            members.text("bundleId", notification.app.bundleID)
            return members
        }
    }
#endif
