#if Verification
    import Foundation
    import Testing

    @testable import PurserVerification

    @Suite("Every type of notification that the App Store knows is verified and decoded")
    struct NotificationTypeTests {
        let signer: TestSigner
        let verifier: SignedDataVerifier

        init() throws {
            signer = try TestSigner()
            verifier = try signer.verifier()
        }

        private static var identity: [String: Any] {
            ["environment": "Sandbox", "bundleId": "com.example.garden", "appAppleId": 1234]
        }

        private func notification(
            _ type: String, _ subtype: String? = nil, _ part: String, _ members: [String: Any] = [:]
        ) throws -> String {
            var payload: [String: Any] = [
                "notificationType": type, "notificationUUID": "9ad56bd2", "version": "2.0",
                "signedDate": TestPayload.signedDate, part: Self.identity.merging(members) { $1 },
            ]
            payload["subtype"] = subtype
            return try signer.jws(payload)
        }

        @Test(
            "Those about a transaction or a subscription, in every subtype",
            arguments: [
                (.subscribed, [.initialBuy, .resubscribe]),
                (.didChangeRenewalPreference, [.upgrade, .downgrade, nil]),
                (.didChangeRenewalStatus, [.autoRenewEnabled, .autoRenewDisabled]),
                (.offerRedeemed, [.upgrade, .downgrade, nil, .initialBuy, .resubscribe]),
                (.didRenew, [.billingRecovery, nil]),
                (.expired, [.voluntary, .billingRetry, .priceIncrease, .productNotForSale, nil]),
                (.didFailToRenew, [.gracePeriod, nil]), (.gracePeriodExpired, [nil]),
                (.priceIncrease, [.pending, .accepted]), (.refund, [nil]), (.refundDeclined, [nil]),
                (.refundReversed, [nil]), (.consumptionRequest, [nil]), (.renewalExtended, [nil]),
                (.renewalExtension, [.failure]), (.revoke, [nil]), (.oneTimeCharge, [nil]), (.metadataUpdate, [nil]),
                (.migration, [nil]), (.migrate, [nil]), (.priceChange, [nil]), (.test, [nil]),
                (.init(rawValue: "NEWER_THAN_THIS"), [.init(rawValue: "SO_IS_THIS")]),
            ] as [(NotificationPayload.NotificationType, [NotificationPayload.Subtype?])])
        func transactions(
            type: NotificationPayload.NotificationType, subtypes: [NotificationPayload.Subtype?]
        ) async throws {
            let transaction = try signer.jws(TestPayload.transaction())
            let info = try signer.jws(TestPayload.renewalInfo())
            for subtype in subtypes {
                let jws = try notification(
                    type.rawValue, subtype?.rawValue, "data",
                    ["signedTransactionInfo": transaction, "signedRenewalInfo": info, "status": 1])
                let verified = try await verifier.verifyNotification(jws)
                #expect(verified.payload.type == type && verified.payload.subtype == subtype)
                #expect(verified.transaction?.jws == transaction && verified.renewalInfo?.jws == info)
                #expect(verified.payload.unknownFields == nil && verified.payload.data?.unknownFields == nil)
            }
        }

        @Test("How an extension of all subscribers went")
        func summary() async throws {
            let jws = try notification(
                "RENEWAL_EXTENSION", "SUMMARY", "summary",
                [
                    "productId": "p", "requestIdentifier": "r", "storefrontCountryCodes": ["SWE", "USA"],
                    "succeededCount": 5, "failedCount": 1,
                ])
            let verified = try await verifier.verifyNotification(jws)
            #expect(verified.payload.type == .renewalExtension && verified.payload.subtype == .summary)
            let summary = try #require(verified.payload.summary)
            #expect(summary.storefrontCountryCodes == ["SWE", "USA"] && summary.unknownFields == nil)
            #expect(summary.succeededCount == 5 && summary.failedCount == 1 && verified.transaction == nil)
        }

        @Test(
            "A token for purchases outside the store, in every subtype",
            arguments: [.unreported, .created, .activeTokenReminder] as [NotificationPayload.Subtype])
        func token(subtype: NotificationPayload.Subtype) async throws {
            let jws = try signer.jws([
                "notificationType": "EXTERNAL_PURCHASE_TOKEN", "subtype": subtype.rawValue, "notificationUUID": "n",
                "version": "2.0", "signedDate": TestPayload.signedDate,
                "externalPurchaseToken": [
                    "externalPurchaseId": "SANDBOX_5", "tokenCreationDate": 1_704_000_000_000, "tokenType": "SERVICES",
                    "tokenExpirationDate": 1_705_000_000_000, "appAppleId": 1234, "bundleId": "com.example.garden",
                ],
            ])
            let verified = try await verifier.verifyNotification(jws)
            #expect(verified.payload.type == .externalPurchaseToken && verified.payload.subtype == subtype)
            let token = try #require(verified.payload.externalPurchaseToken)
            #expect(token.externalPurchaseID == "SANDBOX_5" && token.tokenType == "SERVICES")
            #expect(token.creationDate == Date(timeIntervalSince1970: 1_704_000_000) && token.unknownFields == nil)
        }

        @Test("Consent that was withdrawn, with the app transaction")
        func consent() async throws {
            let app = try signer.jws([
                "receiptType": "Sandbox", "bundleId": "com.example.garden", "applicationVersion": "1",
                "originalApplicationVersion": "1", "originalPurchaseDate": 0,
                "receiptCreationDate": TestPayload.signedDate,
            ])
            let jws = try notification("RESCIND_CONSENT", nil, "appData", ["signedAppTransactionInfo": app])
            let verified = try await verifier.verifyNotification(jws)
            #expect(verified.payload.type == .rescindConsent && verified.appTransaction?.jws == app)
            #expect(verified.payload.appData?.unknownFields == nil && verified.transaction == nil)
        }
    }
#endif
