/// Payloads with every key that the store signs.
enum Samples {
    private static let device =
        #""deviceVerification":"AQID","deviceVerificationNonce":"3439919e-87c9-47b6-aeee-2823f7a9d3c3""#

    static let transaction = """
        {"transactionId":"1001","originalTransactionId":"1000","previousOriginalTransactionId":"999",
        "webOrderLineItemId":"77","bundleId":"com.example.garden","productId":"garden.monthly",
        "subscriptionGroupIdentifier":"g1","purchaseDate":1697679936049.7297,"originalPurchaseDate":1600000000000,
        "expiresDate":1700358336049.7297,"quantity":2,"type":"Auto-Renewable Subscription",
        "appAccountToken":"7b7f7ca5-86f4-4e29-b89b-3f5dbe0a3a0b","inAppOwnershipType":"FAMILY_SHARED",
        "signedDate":1704067200000,"revocationReason":1,"revocationDate":1704000000000,
        "revocationType":"REFUND_PRORATED","revocationPercentage":50000,"isUpgraded":true,"offerType":4,
        "offerIdentifier":"back","offerDiscountType":"PAY_UP_FRONT","offerPeriod":"P3M","environment":"Sandbox",
        "storefront":"SWE","storefrontId":"143456","transactionReason":"RENEWAL","currency":"SEK","price":9990,
        "appTransactionId":"7000","advancedCommerceInfo":{"taxCode":"S1","items":[{"price":1.50}]},
        "billingPlanType":"MONTHLY","commitmentInfo":{"billingPeriodNumber":3,"totalBillingPeriods":12,
        "commitmentPrice":119880,"commitmentExpiresDate":1710000000000},"bundleProductId":"all",
        "bundleSubscriptionGroupIdentifier":"g2","bundleTransactionId":"5001","bundleOriginalTransactionId":"5000",
        "multiSeatInfo":{"invitationManagement":"DEVELOPER","priceTiers":[{"tierPrice":7990,"tierQuantity":3},
        {"tierPrice":9990,"tierQuantity":5}],"revokedSeatQuantity":2},"additionalTransactionReason":"SEAT_ADDITION",
        \(device)}
        """

    static let renewalInfo = """
        {"originalTransactionId":"1000","autoRenewProductId":"garden.yearly","productId":"garden.monthly",
        "autoRenewStatus":1,"expirationIntent":2,"isInBillingRetryPeriod":true,"priceIncreaseStatus":0,
        "gracePeriodExpiresDate":1704100000000,"offerType":2,"offerIdentifier":"x","offerDiscountType":"FREE_TRIAL",
        "offerPeriod":"P1W","signedDate":1704067200000,"environment":"Sandbox",
        "recentSubscriptionStartDate":1600000000000,"renewalDate":1705000000000,"currency":"SEK","renewalPrice":9990,
        "eligibleWinBackOfferIds":["b","a"],"appAccountToken":"7b7f7ca5-86f4-4e29-b89b-3f5dbe0a3a0b",
        "appTransactionId":"7000","advancedCommerceInfo":{"taxCode":"S1"},"renewalBillingPlanType":"BILLED_UPFRONT",
        "commitmentInfo":{"commitmentAutoRenewProductId":"garden.yearly","commitmentAutoRenewStatus":1,
        "commitmentRenewalBillingPlanType":"MONTHLY","commitmentRenewalDate":1710000000000,
        "commitmentRenewalPrice":119880},"bundleProductId":"all","bundleSubscriptionGroupIdentifier":"g2",
        "bundleOriginalTransactionId":"5000","willUnbundle":true,"renewalQuantity":6,
        "multiSeatInfo":{"renewalPriceTiers":[{"tierPrice":9990,"tierQuantity":6}]},\(device)}
        """

    static let appTransaction = """
        {"receiptType":"Sandbox","appAppleId":1234,"bundleId":"com.example.garden","applicationVersion":"12",
        "versionExternalIdentifier":9,"receiptCreationDate":1704067200000,"originalPurchaseDate":0,
        "originalApplicationVersion":"1.0","preorderDate":1600000000000,"appTransactionId":"7000",
        "originalPlatform":"MANAGED","appRevocationDate":1704000000000,"storeType":"CONSUMER",
        "requestDate":1704067200000.5,\(device)}
        """

    static let notification = """
        {"notificationType":"DID_RENEW","subtype":"BILLING_RECOVERY","notificationUUID":"9ad56bd2","version":"2.0",
        "signedDate":1704067200000,"data":{"environment":"Sandbox","appAppleId":1234,"bundleId":"com.example.garden",
        "bundleVersion":"12","signedTransactionInfo":"a.b.c","signedRenewalInfo":"d.e.f","status":4,
        "consumptionRequestReason":"LEGAL"},"summary":{"environment":"Sandbox","appAppleId":1234,"bundleId":"b",
        "productId":"p","requestIdentifier":"r","storefrontCountryCodes":["SWE"],"succeededCount":5,"failedCount":1},
        "externalPurchaseToken":{"externalPurchaseId":"SANDBOX_1","tokenCreationDate":1,"tokenExpirationDate":2,
        "tokenType":"SERVICES","appAppleId":1234,"bundleId":"b"},"appData":{"environment":"Sandbox","appAppleId":1234,
        "bundleId":"b","signedAppTransactionInfo":"g.h.i"},"unclaimInfo":{"environment":"Sandbox","appAppleId":1234,
        "bundleId":"b","unclaimSeatIds":["9ad56bd2-0001-0000-0000-000000000000"]}}
        """
}
