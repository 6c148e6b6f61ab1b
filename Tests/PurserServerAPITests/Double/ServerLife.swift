#if Verification
    import Foundation
    import Purser
    import PurserSimulator
    import PurserTesting

    /// What happens to a customer, drawn from a seed: purchases, renewals, refunds, names, families, and time.
    struct ServerLife: Sendable {
        private var random: SeededGenerator
        private static let products = ["coins", "lamp", "season", "gold", "silver", "other"]

        init(seed: UInt64) { random = SeededGenerator(seed: seed, purpose: "life") }

        /// A number below another.
        mutating func below(_ count: Int) -> Int { random.index(below: count) }

        /// Shuffles.
        mutating func shuffled<Element>(_ elements: [Element]) -> [Element] { elements.shuffled(using: &random) }

        /// One thing happens; what the App Store rejects does not.
        mutating func step(_ store: EmbeddedAppStore, _ clock: VirtualClock) async throws {
            let pauses: [Duration] = [.seconds(1), .seconds(3_600), .seconds(86_400), .seconds(8 * 86_400)]
            clock.advance(by: pauses[below(pauses.count)])
            let product = Self.products[below(Self.products.count)]
            let known = await store.transactions
            let id = known.isEmpty ? "" : known[below(known.count)].id
            switch below(14) {
            case 0...4: _ = try? await store.buyElsewhere(product, quantity: product == "coins" ? 1 + below(3) : 1)
            case 5: try? await store.refund(id, percentage: [100, 50, 33][below(3)])
            case 6: try? await store.reinstate(id)
            case 7: try? await store.revoke(id)
            case 8: try? await store.setAppAccountToken(UUID(), of: id)
            case 9: try? await store.setAutoRenew(below(2) == 0, for: product)
            case 10: try? await store.extend(product, by: .seconds(86_400))
            case 11: try? await store.shareWithFamily(product)
            case 12: try? await store.expire(product)
            default: try? await store.forceRenewal(of: product)
            }
        }
    }
#endif
