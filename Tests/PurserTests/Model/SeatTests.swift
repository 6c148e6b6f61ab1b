import Foundation
import Testing

@testable import Purser

/// A subscription for several people: what a seat costs, and how many a transaction stands for.
@Suite("Seats of a product and of a transaction")
struct SeatTests {
    private typealias Tier = StoreProduct.SubscriptionInfo.SeatPriceTier
    private typealias Sold = StoreTransaction.MultiSeatInfo.PriceTier

    private func subscription(_ tiers: [Tier]) -> StoreProduct.SubscriptionInfo {
        .init(subscriptionGroupID: "team", subscriptionPeriod: SubscriptionPeriod(1, .month), seatPriceTiers: tiers)
    }

    @Test("Each seat costs what its own tier says, and not what the last one's says")
    func prices() throws {
        let cents = try #require(Decimal(string: "9.99"))
        let fewer = try #require(Decimal(string: "7.99"))
        let product = subscription([
            Tier(minimumSeats: 6, price: fewer, displayPrice: "$7.99"),
            Tier(minimumSeats: 1, maximumSeats: 5, price: cents, displayPrice: "$9.99"),
        ])
        #expect(product.supportsMultiSeatPurchase && !subscription([]).supportsMultiSeatPurchase)
        #expect(product.price(ofSeats: 8) == 5 * cents + 3 * fewer)
        #expect(product.price(ofSeats: 5) == 5 * cents && product.price(ofSeats: 0) == nil)
        #expect(product.tiers(ofSeats: 4, to: 7) == [Sold(price: cents, quantity: 2), Sold(price: fewer, quantity: 2)])
        #expect(product.price(ofSeats: .max) == nil && subscription([]).price(ofSeats: 1) == nil)
        // With a gap, and with an end.
        let odd = subscription([
            Tier(minimumSeats: 2, maximumSeats: 3, price: 1, displayPrice: ""),
            Tier(minimumSeats: 5, maximumSeats: 9, price: 1, displayPrice: ""),
        ])
        #expect(odd.price(ofSeats: 1) == nil && odd.tiers(ofSeats: 2, to: 3)?.map(\.quantity) == [2])
        #expect(odd.tiers(ofSeats: 3, to: 5) == nil && odd.tiers(ofSeats: 5, to: 10) == nil)
    }

    @Test("The order in which a store lists the tiers makes no difference")
    func order() {
        let tiers = [Sold(price: 7, quantity: 3), Sold(price: 10, quantity: 5)]
        let info = StoreTransaction.MultiSeatInfo(invitationManagement: .apple, priceTiers: tiers)
        #expect(info == .init(invitationManagement: .apple, priceTiers: tiers.reversed()))
        #expect(info.priceTiers.map(\.price) == [10, 7] && info.priceTiers.total == 71)
        #expect(StoreRenewalInfo.MultiSeatInfo(renewalPriceTiers: tiers).renewalPriceTiers == info.priceTiers)
    }

    @Test("E2: seats are those bought less those taken back, and none once the transaction is revoked")
    func remaining() {
        func transaction(_ revoked: Int?, isRevoked: Bool = false) -> StoreTransaction {
            var fields = StoreTransaction.Fields(
                id: "1", productID: "team", productType: .autoRenewable, purchasedQuantity: 8,
                purchaseTime: Timestamp(milliseconds: 0))
            fields.multiSeatInfo = .init(invitationManagement: .apple, priceTiers: [], revokedSeatQuantity: revoked)
            fields.revocationTime = isRevoked ? Timestamp(milliseconds: 1) : nil
            return StoreTransaction(fields)
        }
        #expect(transaction(nil).seats == 8 && transaction(3).seats == 5 && transaction(9).seats == 0)
        #expect(transaction(3).remainingQuantity == 5 && !transaction(8).isRevoked)
        #expect(transaction(nil, isRevoked: true).seats == 0 && transaction(-1).seats == 8)
        #expect(transaction(.max).seats == 0)
        #expect(StoreTransaction.sample("1", "gold", .autoRenewable).seats == nil)
        // Seats that are taken back are a change, and no revocation: the customer keeps the subscription.
        #expect(transaction(3).isChange(after: transaction(nil)) && transaction(nil).isChange(after: transaction(3)))
        #expect(StoreUpdate.Kind(of: transaction(3), after: transaction(nil), phase: .complete) == .changed)
        #expect(!transaction(3).isRevokedOrUpgraded && !transaction(8).isRevokedOrUpgraded)
    }

    @Test("L1: a payment for seats comes back from the ledger's files and from JSON, and prints them")
    func recorded() throws {
        let request = PaymentRequest(productID: "team", options: [.seats(12)], finishing: .atomic)
        let intent = PaymentIntent(
            token: PaymentToken(launch: 1, number: 1), request: request, requestTime: Timestamp(milliseconds: 1))
        let record = LedgerRecord.intent(intent)
        #expect(try LedgerRecord(bytes: record.bytes) == record)
        #expect(try JSONDecoder().decode(PaymentRequest.self, from: JSONEncoder().encode(request)) == request)
        #expect("\(request)" == "team, 12 seats" && request.options.seats == 12)
    }

    @Test("O1: seats beyond the limits, and a quantity beside them, are rejected before anybody is asked")
    func limits() throws {
        for seats in [Int.min, 0, PaymentRequest.maximumSeats + 1, .max] {
            let request = PaymentRequest(productID: "team", options: [.seats(seats)])
            #expect(throws: PurchaseFailure.self) { try request.validate() }
        }
        for seats in [1, PaymentRequest.maximumSeats] {
            try PaymentRequest(productID: "team", options: [.seats(seats)]).validate()
        }
        for options in [[.seats(2)], [.seats(1), .seats(2)]] as [Set<PurchaseOption>] {
            let failure = #expect(throws: PurchaseFailure.self) {
                try PaymentRequest(productID: "team", quantity: options.count == 1 ? 2 : 1, options: options).validate()
            }
            #expect(failure?.code == (options.count == 1 ? .invalidQuantity : .invalidRequest))
        }
    }

    @Test("A transaction that tells impossible seats is rejected with a reason")
    func entrance() {
        func fault(_ change: (inout StoreTransaction.Fields) -> Void) -> String? {
            var fields = StoreTransaction.Fields(
                id: "1", productID: "team", productType: .autoRenewable, purchaseTime: Timestamp(milliseconds: 0))
            change(&fields)
            return IntakeFault.of(StoreTransaction(fields))?.description
        }
        let tier = Sold(price: 1, quantity: -1)
        #expect(
            fault { $0.multiSeatInfo = .init(invitationManagement: .apple, priceTiers: [], revokedSeatQuantity: -1) }?
                .contains("-1 seats") == true)
        #expect(fault { $0.multiSeatInfo = .init(invitationManagement: .apple, priceTiers: [tier]) } != nil)
        let many = [Sold](repeating: Sold(price: 1, quantity: 1), count: IntakeLimits.priceTiers + 1)
        #expect(fault { $0.multiSeatInfo = .init(invitationManagement: .apple, priceTiers: many) } != nil)
        #expect(fault { $0.multiSeatInfo = .init(invitationManagement: .apple, priceTiers: [many[0]]) } == nil)
        var info = StoreRenewalInfo(originalTransactionID: "1", currentProductID: "team", willAutoRenew: true)
        info.renewalQuantity = -2
        #expect(info.fault?.description.contains("-2 seats") == true)
        (info.renewalQuantity, info.multiSeatInfo) = (2, .init(renewalPriceTiers: many))
        #expect(info.fault != nil)
    }
}
