import Foundation
import Testing

@testable import Purser

/// Two subscriptions, each in each state, asked for together at the second 150.
@Suite("verifySubscriptions of two products: the better state counts, and the items are all periods, latest first")
struct VerifyStateTests {
    enum State: CaseIterable {
        case never, revoked, upgraded, ended, graceOver, inGrace, paid

        /// How much it counts; 0 when not at all.
        var rank: Int {
            switch self {
            case .never, .revoked, .upgraded: 0
            case .ended, .graceOver: 1
            case .inGrace: 2
            case .paid: 3
            }
        }
    }

    /// A subscription to a product: an earlier period, and one that decides.
    private struct Life {
        let product: String
        let state: State
        /// How many seconds later than the other subscription's its dates are.
        let delay: Int64

        /// When its last period ends.
        var end: Int64 { (state == .paid ? 180 : 100) + delay }
        var graceEnd: Int64 { (state == .inGrace ? 160 : 120) + delay }
        var periods: [StoreTransaction] {
            guard state != .never else { return [] }
            return [("1", Int64(0), Int64(50)), ("2", 50, end)].map { number, start, end in
                .sample(product + number, product, .autoRenewable, at: start) {
                    $0.originalID = product + "1"
                    $0.expirationTime = at(end)
                    if state == .revoked { $0.revocationTime = at(60) }
                    $0.isUpgraded = state == .upgraded
                }
            }
        }
        var infos: [StoreRenewalInfo] {
            guard state == .inGrace || state == .graceOver else { return [] }
            var info = StoreRenewalInfo(
                originalTransactionID: product + "1", currentProductID: product, willAutoRenew: true)
            info.gracePeriodExpirationTime = at(graceEnd)
            return [info]
        }
    }

    private static func answer(_ lives: [Life]) -> VerifySubscriptionResult {
        VerifyTests.owned(lives.flatMap(\.periods), lives.flatMap(\.infos), at: 150)
            .verifySubscriptions(productIds: Set(lives.map(\.product)))
    }

    /// The guide's rules: the better state counts, and every period that counts is listed.
    private static func expected(_ lives: [Life]) -> VerifySubscriptionResult {
        let best = lives.map(\.state.rank).max() ?? 0
        let counting = lives.filter { $0.state.rank == best }
        let items = lives.filter { $0.state.rank > 0 }.flatMap(\.periods).sorted {
            ($0.expirationTime ?? at(0), $0.id) > ($1.expirationTime ?? at(0), $1.id)
        }
        func last(_ end: (Life) -> Int64) -> Date { at(counting.map(end).max() ?? 0).date }
        return switch best {
        case 3: .purchased(expiryDate: last(\.end), items: items)
        case 2: .inGracePeriod(expiryDate: last(\.graceEnd), items: items)
        case 1: .expired(expiryDate: last(\.end), items: items)
        default: .notPurchased
        }
    }

    @Test("Every pair of states, whichever ends later", arguments: State.allCases)
    func pairs(_ first: State) {
        for second in State.allCases {
            for delays in [(0, 0), (0, 5), (5, 0)] as [(Int64, Int64)] {
                let lives = [
                    Life(product: "gold", state: first, delay: delays.0),
                    Life(product: "pond", state: second, delay: delays.1),
                ]
                #expect(Self.answer(lives) == Self.expected(lives), "\(first), \(second), \(delays)")
            }
        }
    }

    @Test("A purchase of a non-renewing subscription that still lasts is listed before those that are over")
    func nonRenewing() {
        let passes = [("P1", Int64(20)), ("P2", 90)].map { id, start in
            StoreTransaction.sample(id, "pass", .nonRenewable, at: start) {
                $0.originalID = id
                $0.originalPurchaseTime = at(start)
            }
        }
        let owned = StoreEntitlements(passes, at: at(150).date)
        let type = SubscriptionType.nonRenewing(validDuration: .seconds(100))
        #expect(
            owned.verifySubscription(ofType: type, productId: "pass")
                == .purchased(expiryDate: at(190).date, items: [passes[1], passes[0]]))
    }
}
