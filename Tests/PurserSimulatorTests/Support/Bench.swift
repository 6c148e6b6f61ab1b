import Foundation
import Purser
import Testing

@testable import PurserSimulator

/// A moment so many seconds after 2025-01-01 00:00 UTC.
func at(_ seconds: Int64) -> Timestamp { Timestamp(milliseconds: 1_735_689_600_000 + seconds * 1_000) }

/// A payment whose token has this number.
func payment(
    _ number: UInt64, _ productID: String, quantity: Int = 1, _ options: Set<PurchaseOption> = [], of user: UUID? = nil,
    launch: UInt64 = 7
) -> BackendPayment {
    BackendPayment(
        token: PaymentToken(launch: launch, number: number), productID: productID, quantity: quantity,
        appAccountToken: user, options: options)
}

/// A place for a folder that nobody has made yet; what is there goes with this object.
final class FolderPlace: Sendable {
    private let folder = FileManager.default.temporaryDirectory.appendingPathComponent("purser-\(UUID())")
    var path: String { folder.path + "/deep" }

    deinit { try? FileManager.default.removeItem(at: folder) }
}

extension StoreBackend {
    /// What it reports from now on.
    func listening() async throws -> Mailbox<[BackendEvent]> {
        let mailbox = try #require(inbox.claim())
        try await activate()
        return mailbox
    }
}

/// A short word for each event but messages and those of how subscriptions go on, so that a test reads as a line.
func words(_ events: [BackendEvent]) -> [String] {
    events.filter {
        switch $0 {
        case .renewalInfo, .subscriptionStatus, .message: false
        default: true
        }
    }.map(word)
}

func word(_ event: BackendEvent) -> String {
    switch event {
    case .transaction(let reported):
        let id = reported.transaction.id.suffix(2)
        let mark = reported.needsFinish == false ? " finished" : ""
        return "\(reported.transaction.productID)#\(id) \(word(reported.origin))\(mark)"
    case .paymentEnded(let ending):
        let who = ending.token.map { String($0.number) } ?? "-"
        switch ending.result {
        case .pending: return "\(ending.productID) \(who) pending"
        case .cancelled: return "\(ending.productID) \(who) cancelled"
        case .failed(let error): return "\(ending.productID) \(who) \(error.code.rawValue)"
        }
    case .restoreEnded(let id, let error):
        return "restore \(id.rawValue) " + (error?.code.rawValue ?? "ended")
    case .storefrontChanged(let storefront): return "storefront \(storefront.countryCode)"
    case .promotedPurchase(let purchase): return "promoted \(purchase.productID)"
    case .renewalInfo(let reported): return "renewal \(reported.renewalInfo.currentProductID)"
    case .subscriptionStatus(let status): return "status \(status.state.rawValue)"
    case .entitlementsRevoked(let productIDs): return "revoked \(productIDs)"
    case .message: return "message"
    case .caughtUp: return "caught up"
    }
}

private func word(_ origin: BackendTransaction.Origin) -> String {
    switch origin {
    case .payment(let token): "pays " + (token.map { String($0.number) } ?? "-")
    case .restore(let id): "restores \(id.rawValue)"
    case .other(let token): "other " + (token.map { String($0.number) } ?? "-")
    case .elsewhere: "elsewhere"
    }
}

extension SimulatorCatalog {
    static let promo = StoreOffer(
        type: .promotional, id: "half", paymentMode: .payAsYouGo, price: 2, period: SubscriptionPeriod(1, .month))
    static let winBack = StoreOffer(
        type: .winBack, id: "back", paymentMode: .payUpFront, price: 3, period: SubscriptionPeriod(3, .month))
    static let trial = StoreOffer(
        type: .introductory, paymentMode: .freeTrial, price: 0, period: SubscriptionPeriod(1, .week))

    /// One product of each kind, and a group of three: gold, silver with all offers, and silver by the year.
    static func sample(_ settings: SimulatorSettings = SimulatorSettings()) -> SimulatorCatalog {
        SimulatorCatalog(
            products: [
                .simulated("coins"), .simulated("lamp", .nonConsumable, price: 5),
                .simulated("pass", .nonRenewable, price: 7),
                .simulated("gold", .autoRenewable, price: 10, level: 1),
                .simulated("silver", .autoRenewable, price: 4, level: 2, offers: [trial, promo, winBack]),
                .simulated("silver.year", .autoRenewable, price: 40, level: 2, period: SubscriptionPeriod(1, .year)),
            ], settings: settings)
    }
}

extension SimulatedAccountState {
    static func sample(
        _ settings: SimulatorSettings = SimulatorSettings(), echoesTokens: Bool = true
    ) -> SimulatedAccountState {
        SimulatedAccountState(catalog: .sample(settings), echoesTokens: echoesTokens)
    }

    /// Hands one payment in and reads the answers as words.
    mutating func buys(
        _ number: UInt64, _ productID: String, quantity: Int = 1, _ options: Set<PurchaseOption> = [],
        at time: Timestamp = at(0)
    ) -> [String] {
        words(paymentsSubmitted([payment(number, productID, quantity: quantity, options)], at: time))
    }

    /// Every charge so far.
    var charges: [SimulatedCharge] { book.transactions.wholeHistory.compactMap(\.charge) }

    /// Finishes everything.
    mutating func finishAll() {
        _ = finished(book.transactions.records.map(\.transaction.id))
    }
}
