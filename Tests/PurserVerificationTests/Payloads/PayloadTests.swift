import Foundation
import Purser
import Testing

@testable import PurserVerification

@Suite("What the store signs, decoded")
struct PayloadTests {
    @Test("Every key of a transaction is in a property, and in the store's transaction")
    func transaction() throws {
        let payload = try TransactionPayload(json: Data(Samples.transaction.utf8))
        #expect(payload.unknownFields == nil)
        let transaction = try payload.storeTransaction()
        #expect(
            transaction.id == "1001" && transaction.originalID == "1000" && transaction.productID == "garden.monthly")
        #expect(transaction.previousOriginalTransactionID == "999" && transaction.webOrderLineItemID == "77")
        #expect(transaction.productType == .autoRenewable && transaction.purchasedQuantity == 2)
        #expect(transaction.purchaseDate == Date(timeIntervalSince1970: 1_697_679_936.050))
        #expect(transaction.originalPurchaseDate == Date(timeIntervalSince1970: 1_600_000_000))
        #expect(transaction.expirationDate == Date(timeIntervalSince1970: 1_700_358_336.05))
        #expect(transaction.signedDate == Date(timeIntervalSince1970: 1_704_067_200))
        #expect(transaction.revocationDate == Date(timeIntervalSince1970: 1_704_000_000))
        #expect(transaction.revocationReason == .developerIssue && transaction.revocationType == .proratedRefund)
        #expect(transaction.revocationPercentage == 50 && transaction.isUpgraded)
        #expect(transaction.appAccountToken == UUID(uuidString: "7B7F7CA5-86F4-4E29-B89B-3F5DBE0A3A0B"))
        #expect(transaction.ownershipType == .familyShared && transaction.reason == .renewal)
        #expect(
            transaction.offer
                == .init(type: .winBack, id: "back", paymentMode: .payUpFront, period: SubscriptionPeriod(3, .month)))
        checkTerms(of: transaction)
    }

    private func checkTerms(of transaction: StoreTransaction) {
        #expect(transaction.price == 9.99 && transaction.currencyCode == "SEK")
        #expect(transaction.storefrontCountryCode == "SWE" && transaction.storefrontID == "143456")
        #expect(transaction.environment == .sandbox && transaction.appTransactionID == "7000")
        #expect(transaction.billingPlanType == .monthly && transaction.appBundleID == "com.example.garden")
        #expect(transaction.commitmentInfo?.totalBillingPeriods == 12 && transaction.commitmentInfo?.price == 119.88)
        #expect(
            transaction.bundle
                == .init(
                    productID: "all", subscriptionGroupID: "g2", transactionID: "5001", originalTransactionID: "5000"))
        #expect(transaction.advancedCommerceInfo == #"{"items":[{"price":1.50}],"taxCode":"S1"}"#)
        #expect(transaction.deviceVerification?.hash == Data([1, 2, 3]))
        #expect(
            transaction.multiSeatInfo
                == .init(
                    invitationManagement: .developer,
                    priceTiers: [.init(price: 9.99, quantity: 5), .init(price: 7.99, quantity: 3)],
                    revokedSeatQuantity: 2))
        #expect(transaction.additionalTransactionReason == .seatAddition)
        #expect(transaction.unknownFields == nil)
    }

    @Test("Unknown keys, and known ones of another type, are kept as they came")
    func unknown() throws {
        let payload = try TransactionPayload(
            json: Data(
                #"{"transactionId":"1","productId":"p","purchaseDate":1,"storefrontId":3,"changes":[1.10],"offerIdentifier":"x","type":"Bundle","price":null}"#
                    .utf8))
        #expect(payload.unknownFields == #"{"changes":[1.10],"offerIdentifier":"x","storefrontId":3}"#)
        #expect(payload.productType?.rawValue == "Bundle" && payload.storefrontID == nil)
        #expect(try payload.storeTransaction().unknownFields == payload.unknownFields)
    }

    @Test(
        "A transaction without what a store needs is told as not readable, not as forged",
        arguments: [
            "transactionId", "productId", "purchaseDate",
        ])
    func missing(key: String) throws {
        var members = try #require(
            try JSONSerialization.jsonObject(with: Data(Samples.transaction.utf8)) as? [String: Any])
        members[key] = nil
        let payload = try TransactionPayload(json: try JSONSerialization.data(withJSONObject: members))
        let error = #expect(throws: SignedDataFailure.self) { try payload.storeTransaction() }
        #expect(error?.code == .unreadableField && error?.isForgery == false && error?.message.contains(key) == true)
    }

    @Test(
        "V1: what is owned is not guessed: how many, until when or whether it was taken back is refused in a wrong type",
        arguments: [
            "quantity", "originalTransactionId", "expiresDate", "revocationDate", "isUpgraded", "inAppOwnershipType",
        ])
    func wrongTypes(key: String) throws {
        var members = try #require(
            try JSONSerialization.jsonObject(with: Data(Samples.transaction.utf8)) as? [String: Any])
        members[key] = ["x"]
        let payload = try TransactionPayload(json: try JSONSerialization.data(withJSONObject: members))
        let error = #expect(throws: SignedDataFailure.self) { try payload.storeTransaction() }
        #expect(error?.code == .unreadableField && error?.message.contains(key) == true)
        members[key] = NSNull()
        let silent = try TransactionPayload(json: try JSONSerialization.data(withJSONObject: members))
        #expect(try silent.storeTransaction().id == "1001")
    }

    @Test("Every key of a renewal info is in a property, and in the store's renewal info")
    func renewalInfo() throws {
        let payload = try RenewalInfoPayload(json: Data(Samples.renewalInfo.utf8))
        #expect(payload.unknownFields == nil && payload.advancedCommerceInfo == #"{"taxCode":"S1"}"#)
        let info = try payload.storeRenewalInfo()
        #expect(info.originalTransactionID == "1000" && info.currentProductID == "garden.monthly")
        #expect(info.willAutoRenew && info.autoRenewPreference == "garden.yearly")
        #expect(info.expirationReason == .billingError && info.isInBillingRetry)
        #expect(info.priceIncreaseStatus == .pending && info.offer?.type == .promotional)
        #expect(info.gracePeriodExpirationDate == Date(timeIntervalSince1970: 1_704_100_000))
        #expect(info.recentSubscriptionStartDate == Date(timeIntervalSince1970: 1_600_000_000))
        #expect(info.renewalDate == Date(timeIntervalSince1970: 1_705_000_000))
        #expect(info.renewalPrice == 9.99 && info.currencyCode == "SEK" && info.eligibleWinBackOfferIDs == ["b", "a"])
        #expect(info.appAccountToken != nil && info.appTransactionID == "7000")
        #expect(info.renewalBillingPlanType == .upFront && info.commitmentInfo?.renewalPrice == 119.88)
        #expect(info.bundle?.willUnbundle == true && info.environment == .sandbox && info.signedDate != nil)
        #expect(info.deviceVerification?.nonce != nil && info.renewalQuantity == 6)
        #expect(info.multiSeatInfo == .init(renewalPriceTiers: [.init(price: 9.99, quantity: 6)]))
    }

    @Test(
        "V1: seats that cannot be read whole are kept as they came, and never guessed",
        arguments: [
            #"{"priceTiers":{}}"#, #"{"priceTiers":[{"tierPrice":1}]}"#, #"{"revokedSeatQuantity":"2"}"#,
            #"{"invitationManagement":1}"#, #"{"priceTiers":[1]}"#, #"{"renewalPriceTiers":[{"tierQuantity":1}]}"#,
        ])
    func seats(text: String) throws {
        let members = #""transactionId":"1","productId":"p","purchaseDate":1,"quantity":8,"multiSeatInfo":"#
        guard !text.contains("renewal") else {
            let payload = try RenewalInfoPayload(json: Data("{\"multiSeatInfo\":\(text)}".utf8))
            return #expect(payload.multiSeatInfo == nil && payload.unknownFields == "{\"multiSeatInfo\":\(text)}")
        }
        let transaction = try TransactionPayload(json: Data("{\(members)\(text)}".utf8)).storeTransaction()
        #expect(transaction.seats == nil && transaction.unknownFields == "{\"multiSeatInfo\":\(text)}")
        let empty = try TransactionPayload(json: Data("{\(members){}}".utf8)).storeTransaction()
        #expect(empty.seats == 8 && empty.multiSeatInfo?.priceTiers == [])
    }

    @Test("Every key of an app transaction is in a property, and in the store's app transaction")
    func appTransaction() throws {
        let payload = try AppTransactionPayload(json: Data(Samples.appTransaction.utf8))
        #expect(payload.unknownFields == nil && payload.storeType == "CONSUMER" && payload.requestDate != nil)
        let transaction = try payload.storeAppTransaction()
        #expect(transaction.bundleID == "com.example.garden" && transaction.appVersion == "12")
        #expect(transaction.originalAppVersion == "1.0" && transaction.appID == 1234 && transaction.appVersionID == 9)
        #expect(transaction.environment == .sandbox && transaction.appTransactionID == "7000")
        #expect(transaction.originalPlatform == "MANAGED" && transaction.preorderDate != nil)
        #expect(
            transaction.revocationDate != nil && transaction.signedDate == Date(timeIntervalSince1970: 1_704_067_200))
        #expect(transaction.originalPurchaseDate == Date(timeIntervalSince1970: 0))
        #expect(transaction.deviceVerification != nil)
    }

    @Test("Every key of the four parts of a notification is in a property")
    func notification() throws {
        let payload = try NotificationPayload(json: Data(Samples.notification.utf8))
        #expect(payload.unknownFields == nil && payload.type == .didRenew && payload.subtype == .billingRecovery)
        #expect(payload.notificationID == "9ad56bd2" && payload.version == "2.0" && payload.signedDate != nil)
        #expect(payload.bundleID == "com.example.garden" && payload.appID == 1234 && payload.environment == .sandbox)
        let data = try #require(payload.data)
        #expect(data.unknownFields == nil && data.signedTransaction == "a.b.c" && data.signedRenewalInfo == "d.e.f")
        #expect(data.status == .inGracePeriod && data.consumptionRequestReason == "LEGAL" && data.appVersion == "12")
        let summary = try #require(payload.summary)
        #expect(summary.unknownFields == nil && summary.succeededCount == 5 && summary.failedCount == 1)
        #expect(
            summary.storefrontCountryCodes == ["SWE"] && summary.requestIdentifier == "r" && summary.productID == "p")
        let token = try #require(payload.externalPurchaseToken)
        #expect(token.unknownFields == nil && token.environment == .sandbox && token.tokenType == "SERVICES")
        #expect(token.creationDate != nil && token.expirationDate != nil)
        let app = try #require(payload.appData)
        #expect(app.unknownFields == nil && app.signedAppTransaction == "g.h.i")
        let seats = try #require(payload.unclaimInfo)
        #expect(seats.unknownFields == nil && seats.seatClaimIDs == ["9ad56bd2-0001-0000-0000-000000000000"])
    }

    @Test("A notification is about the app that its part names: data, else summary, else token, else app data")
    func part() throws {
        for part in ["data", "summary", "externalPurchaseToken", "appData", "unclaimInfo"] {
            let payload = try NotificationPayload(
                json: Data(#"{"\#(part)":{"bundleId":"b","appAppleId":7,"environment":"Sandbox"}}"#.utf8))
            #expect(payload.bundleID == "b" && payload.appID == 7)
        }
        #expect(try NotificationPayload(json: Data("{}".utf8)).bundleID == nil)
    }
}
