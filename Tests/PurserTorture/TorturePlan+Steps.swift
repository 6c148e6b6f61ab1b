import Purser
import PurserSimulator

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

// What the users of one round do, and what the App Store does to their purchases.
extension TorturePlan {
    /// The product that the app finishes by itself where there are users: the handlers `grant` and `revoke` are never called for it.
    static let manualProductID = "com.example.garden.seeds.100"

    /// One step of a caller.
    enum Step: Sendable, Hashable {
        /// Buys for the present user; the purchase may say how it is finished.
        case buy(productID: String, quantity: Int, finishing: Finishing?)
        /// Switches to the user so many places further on, at times by way of nobody.
        case switchUser(places: Int, signsOut: Bool)
        /// The App Store refunds something, corrects a refund or reverses one; the seed decides what.
        case refund(SplitMix64)
        /// The app's server names another user for something; the seed decides what and whom.
        case move(SplitMix64)
    }

    /// A change of a refund.
    enum Refund: Sendable, Hashable {
        /// The App Store refunds a purchase that is not refunded.
        case refund(id: String, percentage: Decimal)
        /// It changes how much of a refund is paid back.
        case correct(id: String, percentage: Decimal)
        /// It reverses a refund.
        case reverse(id: String)
    }

    /// The policy of the round's chapter: all chapters on one folder need the same.
    var policy: AccountMovePolicy { Self.policy(seed: seed, chapter: round / Torture.chapterLength) }

    /// The policy of a chapter: each seed begins with another one, and the chapters take turns.
    static func policy(seed: UInt64, chapter: Int) -> AccountMovePolicy {
        let policies: [AccountMovePolicy] = [.keep, .move, .reject]
        return policies[(Int(seed % 3) + chapter) % 3]
    }

    /// The user whose session the worker begins with.
    var first: UUID {
        var numbers = numbers(-3)
        return users.user(Int.random(in: 0..<users.ids.count, using: &numbers), after: nil)
    }

    /// What one caller does, in order.
    func steps(caller: Int, of products: [StoreProduct]) -> [Step] {
        var numbers = numbers(caller + 1)
        var steps: [Step] = []
        for number in 0..<TorturePlan.purchases {
            // In one round of four the first thing that is done is a switch.
            let isEarly = caller == 0 && number == 0 && Int.random(in: 0..<4, using: &numbers) == 0
            if !users.isShared, isEarly || Int.random(in: 0..<9, using: &numbers) == 0 {
                let places = Int.random(in: 1..<users.ids.count, using: &numbers)
                let signsOut = Int.random(in: 0..<4, using: &numbers) == 0
                steps.append(.switchUser(places: places, signsOut: signsOut))
            }
            if Int.random(in: 0..<5, using: &numbers) == 0 { steps.append(.refund(numbers)) }
            if !users.isShared, Int.random(in: 0..<5, using: &numbers) == 0 { steps.append(.move(numbers)) }
            steps.append(purchase(of: products, &numbers))
        }
        return steps
    }

    /// One purchase: consumables most often, for only they can be bought again and again.
    private func purchase(of products: [StoreProduct], _ numbers: inout SplitMix64) -> Step {
        let kinds: [StoreProduct.ProductType] = [
            .consumable, .consumable, .consumable, .consumable, .nonRenewable, .nonRenewable, .nonConsumable,
            .autoRenewable,
        ]
        let kind = kinds.randomElement(using: &numbers) ?? .consumable
        let product = products.filter { $0.type == kind }.randomElement(using: &numbers)
        let quantity = kind == .consumable ? Int.random(in: 1...8, using: &numbers) : 1
        // A user's context may be lost with a move, and with it how the purchase is finished.
        let isManual = users.isShared && Int.random(in: 0..<3, using: &numbers) == 0
        return .buy(
            productID: product?.id ?? Self.manualProductID, quantity: quantity,
            finishing: users.isShared ? isManual ? .manual : .atomic : nil)
    }

    /// What becomes of something that was bought lately; `nil` when nothing was bought.
    func refund(of transactions: [StoreTransaction], _ numbers: SplitMix64) -> Refund? {
        var numbers = numbers
        guard let transaction = transactions.suffix(12).randomElement(using: &numbers) else { return nil }
        let percentage = Decimal([25, 50, 75, 100, 100].randomElement(using: &numbers) ?? 100)
        guard transaction.revocationDate != nil else {
            return .refund(id: transaction.id, percentage: percentage)
        }
        return Bool.random(using: &numbers)
            ? .reverse(id: transaction.id) : .correct(id: transaction.id, percentage: percentage)
    }

    /// Which purchase names which user from now on; `nil` when nothing was bought.
    func move(of transactions: [StoreTransaction], _ numbers: SplitMix64) -> (of: StoreTransaction, to: UUID)? {
        var numbers = numbers
        guard let transaction = transactions.suffix(12).randomElement(using: &numbers) else { return nil }
        let places = Int.random(in: 1..<users.ids.count, using: &numbers)
        return (transaction, users.user(places, after: transaction.appAccountToken))
    }
}
