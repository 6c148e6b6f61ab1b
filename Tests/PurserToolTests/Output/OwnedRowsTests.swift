import Foundation
import Purser
import Testing

@testable import PurserTool

/// What `owned` says of all that is owned: for each thing that the library answers, a line for people and one for programs.
@Suite("What is owned, in rows")
struct OwnedRowsTests {
    private static let day: Int64 = 86_400_000

    private static func moment(_ days: Int64) -> Timestamp { Timestamp(milliseconds: days * day) }

    /// A lamp, coins, what was acquired, and a subscription whose period of 30 days is over or not.
    private static func owned(at days: Int64, _ change: (inout StoreRenewalInfo) -> Void) -> StoreEntitlements {
        var club = StoreTransaction.Fields(
            id: "1", productID: "club", productType: .autoRenewable, purchaseTime: moment(0))
        (club.expirationTime, club.subscriptionGroupID) = (moment(30), "garden")
        let lamp = StoreTransaction.Fields(
            id: "2", productID: "lamp", productType: .nonConsumable, purchaseTime: moment(0))
        var info = StoreRenewalInfo(originalTransactionID: "1", currentProductID: "club", willAutoRenew: true)
        change(&info)
        let state = EntitlementState(
            of: [StoreTransaction(club), StoreTransaction(lamp)], joined: JoinedOriginals(),
            balances: ["coins": 3, "spent": 0], renewals: [.init("1", ReportedRenewal(info, nil))], acquired: ["brush"],
            hash: KeyedHash(first: 1, second: 2))
        let current = CurrentEntitlements(
            state, trustedDate: moment(0), policy: EntitlementPolicy(), lastReport: moment(25))
        return StoreEntitlements(current.snapshot, deviceTime: moment(days))
    }

    private static func lines(_ owned: StoreEntitlements, isJSON: Bool = false) -> [String] {
        let text = Lock("")
        OwnedRows.write(
            owned, Output(isJSON: isJSON, out: { part in text.withLock { $0 += part } }, error: { _ in }))
        return text.withLock { $0 }.split(separator: "\n").map(String.init)
    }

    private static func object(_ type: String, in owned: StoreEntitlements) throws -> [String: Any]? {
        try lines(owned, isJSON: true).map { line in
            try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
        }.first { $0["type"] as? String == type }
    }

    @Test("While it runs: until when, into what it renews and for how much")
    func running() throws {
        let owned = Self.owned(at: 10) {
            ($0.autoRenewPreference, $0.renewalPrice, $0.currencyCode) = ("club.year", 9.5, "EUR")
            $0.renewalTime = Self.moment(30)
        }
        let lines = Self.lines(owned)
        #expect(lines.count == 4 && lines[0].hasPrefix("lamp") && lines[2].hasSuffix("acquired by a subscription"))
        #expect(lines[1].hasSuffix("subscription, until 1970-01-31T00:00:00Z, renews into club.year"))
        #expect(lines[3].hasSuffix("3 bought"))
        let club = try #require(try Self.object("subscription", in: owned))
        #expect(club["state"] as? String == "subscribed" && club["isActive"] as? Bool == true)
        #expect(
            club["expirationDate"] as? Int == Int(30 * Self.day) && club["renewalDate"] as? Int == Int(30 * Self.day))
        #expect(club["renewalProductID"] as? String == "club.year" && club["groupID"] as? String == "garden")
        #expect(club["renewalPrice"] as? Double == 9.5 && club["currency"] as? String == "EUR")
        #expect(try Self.object("acquired", in: owned)?["productID"] as? String == "brush")
        #expect(try Self.object("balance", in: owned)?["quantity"] as? Int == 3)
        #expect(try Self.object("stale", in: owned) == nil)
    }

    @Test("In grace: until when it is kept; the store's, and the client's own where nothing was told")
    func grace() throws {
        let reported = Self.owned(at: 31) { $0.gracePeriodExpirationTime = Self.moment(46) }
        #expect(Self.lines(reported)[1].hasSuffix("since 1970-01-31T00:00:00Z, kept until 1970-02-16T00:00:00Z"))
        let club = try #require(try Self.object("subscription", in: reported))
        #expect(club["state"] as? String == "inGracePeriod" && club["awaitsRenewal"] as? Bool == false)
        #expect(club["gracePeriodExpirationDate"] as? Int == Int(46 * Self.day))
        let unreported = Self.owned(at: 31) { _ in }
        #expect(
            Self.lines(unreported)[1].contains("its renewal is not reported yet, kept until 1970-02-07T00:00:00Z"))
        #expect(try Self.object("subscription", in: unreported)?["awaitsRenewal"] as? Bool == true)
    }

    @Test("When it has ended: why; and that the store was not heard for long")
    func over() throws {
        let owned = Self.owned(at: 60) { ($0.willAutoRenew, $0.expirationReason) = (false, .billingError) }
        let lines = Self.lines(owned)
        #expect(lines[1].hasSuffix("not owned: ended 1970-01-31T00:00:00Z, it could not be paid"))
        #expect(lines.last == "The App Store's last report is of 1970-01-26T00:00:00Z.")
        let club = try #require(try Self.object("subscription", in: owned))
        #expect(club["isActive"] as? Bool == false && club["expirationReason"] as? Int == 2)
        #expect(try Self.object("stale", in: owned)?["lastReportDate"] as? Int == Int(25 * Self.day))
    }
}
