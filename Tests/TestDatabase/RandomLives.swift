#if Server
    import Foundation
    package import Purser

    package import PurserServer
    import PurserTesting

    /// What an App Store reports of some users: consumables and subscriptions, refunds, renewal infos signed anew, repeated and
    /// in disorder.
    package struct RandomLives: Sendable {
        /// A delivery, and whose it is.
        package struct Delivery: Sendable {
            /// The user.
            package let holder: Holder
            /// What is reported.
            package let value: LineDelivery

            /// When the App Store signed it.
            package var time: Timestamp {
                let dates = value.transactions.map(\.signedTime) + value.renewals.map(\.signedTime)
                return dates.compactMap { $0 }.max() ?? at(0)
            }
        }

        /// All deliveries, in the order in which they are reported.
        package private(set) var deliveries: [Delivery] = []

        /// Lives by a generator; with moves, subscriptions also go to another user, and are joined with later ones.
        package init(
            users: Int, lines: Int = 3, moves: Bool = false, using generator: inout some RandomNumberGenerator
        ) {
            for number in 0..<users {
                for line in 0..<lines {
                    let name = "\(number)-\(line)"
                    deliveries +=
                        Bool.random(using: &generator)
                        ? Self.coins(name, TestDatabase.user(number), &generator)
                        : Self.subscription(name, TestDatabase.user(number), lasts: moves, &generator)
                    guard moves, let last = deliveries.last(where: { $0.isPeriod(of: name) }) else { continue }
                    deliveries += Self.moving(last, to: TestDatabase.user((number + 1) % users), &generator)
                }
            }
            deliveries.shuffle(using: &generator)
            // Apple and apps repeat themselves.
            deliveries += deliveries.filter { _ in Int.random(in: 0..<3, using: &generator) == 0 }
        }

        /// The lives that processes of one seed report together.
        package static func shared(seed: UInt64) -> RandomLives {
            var generator = SeededGenerator(seed: seed)
            return RandomLives(users: 8, moves: true, using: &generator)
        }

        /// What the App Store reports where the last period goes to another user, and where a later subscription continues it.
        private static func moving(_ last: Delivery, to other: UUID, _ generator: inout some RandomNumberGenerator)
            -> [Delivery]
        {
            guard let period = last.value.transactions.first else { return [] }
            var deliveries: [Delivery] = []
            var owner = period.appAccountToken
            if Bool.random(using: &generator) {
                owner = other
                let moved = LineDelivery(transactions: [period.named(other, signed: 900)])
                deliveries.append(Delivery(holder: Holder(user: other), value: moved))
            }
            if Bool.random(using: &generator), let owner {
                let next = StoreTransaction.period(
                    "\(period.originalID)+", of: "\(period.originalID)+", formerly: period.originalID,
                    product: period.productID, until: 1_200, signed: 1_001, of: owner)
                deliveries.append(
                    Delivery(holder: Holder(user: owner), value: LineDelivery(transactions: [next])))
            }
            return deliveries
        }

        private static func coins(_ name: String, _ user: UUID, _ generator: inout some RandomNumberGenerator)
            -> [Delivery]
        {
            let bought = StoreTransaction.coins(name, of: user, signed: 1)
            var states = [bought, bought.signed(3)]
            if Bool.random(using: &generator) { states.append(bought.revoked(at: 2)) }
            return states.map { Delivery(holder: Holder(user: user), value: LineDelivery(transactions: [$0])) }
        }

        private static func subscription(
            _ name: String, _ user: UUID, lasts: Bool, _ generator: inout some RandomNumberGenerator
        ) -> [Delivery] {
            var deliveries: [LineDelivery] = []
            // A customer has one subscription of a group.
            let product = "club \(name)"
            let count = Int64.random(in: 1...4, using: &generator)
            for period in 0..<count {
                // What moves is owned at the end, when each order has to have come to the same.
                let end = lasts && period == count - 1 ? 1_100 : 100 * (period + 1)
                let id = period == 0 ? name : "\(name)/\(period)"
                let bought = StoreTransaction.period(
                    id, of: name, product: product, until: end, signed: 100 * period + 1, of: user)
                let info = renewal(
                    of: name, product: product, renews: Bool.random(using: &generator), signed: 100 * period + 2)
                switch Int.random(in: 0..<4, using: &generator) {
                case 0: deliveries.append(LineDelivery(transactions: [bought], renewals: [info]))
                case 1: deliveries += [LineDelivery(transactions: [bought]), LineDelivery(renewals: [info])]
                case 2:
                    deliveries.append(LineDelivery(transactions: [bought]))
                    deliveries.append(LineDelivery(transactions: [bought.signed(100 * period + 7)]))
                default:
                    deliveries.append(LineDelivery(transactions: [bought]))
                    deliveries.append(
                        LineDelivery(transactions: [bought.revoked(at: 100 * period + 5)], renewals: [info]))
                }
            }
            return deliveries.map { Delivery(holder: Holder(user: user), value: $0) }
        }
    }

    extension RandomLives.Delivery {
        fileprivate func isPeriod(of line: String) -> Bool {
            value.transactions.contains { $0.originalID == line && !$0.isConsumable }
        }
    }
#endif
