import Foundation
import Testing

@testable import Purser

/// What each field of a renewal info needs, so that one that is added and forgotten somewhere fails here.
@Suite("The fields of a renewal info")
struct RenewalFieldTests {
    private static let plain = StoreRenewalInfo(
        originalTransactionID: "T1", currentProductID: "gold", willAutoRenew: false)

    /// Each field once, with another value.
    private static let changes: [@Sendable (inout StoreRenewalInfo) -> Void] = [
        { $0.originalTransactionID = "T2" },
        { $0.currentProductID = "silver" },
        { $0.willAutoRenew = true },
        { $0.autoRenewPreference = "silver" },
        { $0.expirationReason = .init(rawValue: -7) },
        { $0.priceIncreaseStatus = .agreed },
        { $0.isInBillingRetry = true },
        { $0.gracePeriodExpirationDate = Date(timeIntervalSince1970: 1.001) },
        { $0.offer = StoreTransaction.Offer(type: .winBack, id: "back", paymentMode: .payUpFront) },
        { $0.environment = .init(rawValue: "Moon") },
        { $0.recentSubscriptionStartDate = Date(timeIntervalSince1970: -2) },
        { $0.renewalDate = Date(timeIntervalSince1970: 3) },
        { $0.renewalPrice = 9.99 },
        { $0.currencyCode = "EUR" },
        { $0.eligibleWinBackOfferIDs = ["a", "b"] },
        { $0.appAccountToken = LedgerSamples.user },
        { $0.appTransactionID = "7048" },
        { $0.renewalBillingPlanType = .monthly },
        {
            $0.commitmentInfo = StoreRenewalInfo.CommitmentInfo(
                autoRenewPreference: "gold", renewalBillingPlanType: .upFront,
                renewalDate: Date(timeIntervalSince1970: 4), renewalPrice: 1, willAutoRenew: true)
        },
        {
            $0.bundle = StoreRenewalInfo.Bundle(
                productID: "all", subscriptionGroupID: "g", originalTransactionID: "T0", willUnbundle: true)
        },
        { $0.renewalQuantity = 8 },
        { $0.multiSeatInfo = .init(renewalPriceTiers: [.init(price: 7.99, quantity: 8)]) },
        { $0.signedDate = Date(timeIntervalSince1970: 5) },
        { $0.deviceVerification = DeviceVerification(hash: Data([1, 2]), nonce: LedgerSamples.user) },
        { $0.jwsRepresentation = "a.b.c" },
    ]
    /// Those that make no news: when, for which device and how it was signed.
    private static let silent: Set<String> = ["signedTime", "deviceVerification", "jwsRepresentation"]

    private static func name(_ changed: StoreRenewalInfo) -> String? {
        let pairs = zip(Mirror(reflecting: plain).children, Mirror(reflecting: changed).children)
        let names = pairs.filter { "\($0.value)" != "\($1.value)" }.compactMap(\.0.label)
        return names.count == 1 ? names[0] : nil
    }

    @Test("Every field is changed once here")
    func everyField() {
        let changed = Self.changes.map { change in
            var info = Self.plain
            change(&info)
            return Self.name(info) ?? "not one field"
        }
        let names = Mirror(reflecting: Self.plain).children.compactMap(\.label).filter { $0 != "laterFields" }
        #expect(changed.sorted() == names.sorted())
    }

    @Test("Each field comes back from the ledger's bytes and from JSON, and is news where it ought to be")
    func comesBack() throws {
        for change in Self.changes {
            var info = Self.plain
            change(&info)
            let name = try #require(Self.name(info))
            let reported = ReportedRenewal(info, .init(rawValue: -9))
            let record = LedgerRecord.renewal(originalID: "T1", reported)
            #expect(try LedgerRecord(bytes: record.bytes) == record, "\(name)")
            #expect(
                try JSONDecoder().decode(StoreRenewalInfo.self, from: JSONEncoder().encode(info)) == info, "\(name)")
            #expect(info.saysTheSame(as: Self.plain) == Self.silent.contains(name), "\(name)")
        }
    }

    @Test("An update tells it as it was recorded, and prints its kind")
    func update() throws {
        let transaction = StoreTransaction.sample("T1", "gold", .autoRenewable)
        let update = StoreUpdate(
            sequence: 3, phase: .complete, kind: .statusChanged, transaction: transaction, renewalInfo: Self.plain,
            renewalState: .inGracePeriod)
        let record = LedgerRecord.update(update, stepsDue: [])
        #expect(try LedgerRecord(bytes: record.bytes) == record)
        guard case .update(let read, _) = try LedgerRecord(bytes: record.bytes) else { return }
        #expect(read.renewalInfo == Self.plain && read.renewalState == .inGracePeriod)
        #expect("\(read)".contains("statusChanged gold"))
    }
}
