import Purser
import PurserSimulator

extension LifeWish {
    /// Performs the action.
    ///
    /// - Parameters:
    ///   - appStore: the App Store of the subscription.
    ///   - names: the names of the products.
    /// - Returns: the result, as a sentence.
    /// - Throws: ``ToolError`` or `BackendFailure`.
    func act(on appStore: EmbeddedAppStore, _ names: ProductNames) async throws -> String {
        let id = { (word: String) in names.meant(word) ?? word }
        let sold = { (word: String) in try names.find(word, "“\(word)” is not sold here") }
        switch self {
        case .renew(let isOn, let word):
            let name = try await appStore.meant(word.map(id))
            try await appStore.setAutoRenew(isOn, for: name)
            return isOn ? "It renews." : "It no longer renews."
        case .seats(let seats, let word):
            try await appStore.setRenewalSeats(seats, for: appStore.meant(word.map(id)))
            return "Its next period has \(Words.count(seats, "seat"))."
        case .renewNow(let word):
            try await appStore.forceRenewal(of: appStore.meant(word.map(id), orOver: true))
            return "It has renewed."
        case .card(let isAccepted, let word): return try await pay(isAccepted, word.map(id), appStore)
        case .grace(let isOn):
            await appStore.updateSettings { $0.hasBillingGracePeriod = isOn }
            return isOn
                ? "Failed payments now begin a grace period." : "Failed payments now end the subscription at once."
        case .price(let price, let word):
            let name = try await appStore.meant(word.map(id))
            try await appStore.requestPriceIncreaseConsent(for: name, to: price)
            let sold = await appStore.subscription(name).map { [$0.productID] } ?? []
            let amount = try? await appStore.products(for: sold).products.first?.displayPrice(of: price)
            return "A price increase to \(amount ?? "\(price)") from the next renewal on waits for consent."
        case .consent(let agrees, let word):
            let name = try await appStore.meant(word.map(id))
            guard agrees else {
                try await appStore.declinePriceIncrease(of: name)
                return "The customer declines, so it does not renew."
            }
            try await appStore.consentToPriceIncrease(of: name)
            return "The customer agrees."
        case .expire(let word):
            try await appStore.expire(appStore.meant(word.map(id)))
            return "It has ended."
        case .extend(let span, let word):
            let name = try await appStore.meant(word.map(id))
            try await appStore.extend(name, by: appStore.length(span, name))
            return "Its current period is longer."
        case .extendAll(let span, let word):
            let summary = try await appStore.extendAll(
                sold(word), by: appStore.length(span, sold(word)), requestIdentifier: "purser")
            return "Extended for \(summary.succeededCount), not for \(summary.failedCount)."
        case .share(let word):
            try await appStore.shareWithFamily(sold(word))
            return "The family shares \(Line.single(id(word))) now."
        case .unshare(let word):
            try await appStore.stopSharing(sold(word))
            return "The family no longer shares \(Line.single(id(word)))."
        case .assign(let word):
            try await appStore.assignSeat(of: sold(word))
            return "The customer has a seat of \(Line.single(id(word))) now."
        case .unassign(let word):
            try await appStore.unassignSeat(of: sold(word))
            return "The customer no longer has a seat of \(Line.single(id(word)))."
        case .redeem(let offer, let product):
            let transaction = try await appStore.redeemCode(offer, for: sold(product))
            return "Redeemed \(Line.single(offer)): transaction \(transaction.id)."
        }
    }

    private func pay(_ isAccepted: Bool, _ name: String?, _ appStore: EmbeddedAppStore) async throws -> String {
        let name = try await appStore.meant(name)
        try await appStore.setPaymentsFail(!isAccepted, for: name)
        guard isAccepted else { return "The card will be declined at the next renewal." }
        guard await appStore.subscription(name)?.billingRetryEnd != nil else { return "The card is accepted." }
        try await appStore.resolveIssue(with: name)
        return "The card is accepted, and the due amount is paid."
    }
}

extension EmbeddedAppStore {
    /// The length of a time span from the end of a subscription's current period, if it has one.
    fileprivate func length(_ span: TimeSpan, _ name: String) -> Duration {
        let end = subscription(name)?.transaction.expirationTime ?? Timestamp(milliseconds: 0)
        return .milliseconds(span.end(from: end).milliseconds - end.milliseconds)
    }

    /// The identifier of the subscription for a word; without a word, the only one.
    ///
    /// - Parameters:
    ///   - word: a product, a group or a transaction.
    ///   - orOver: whether an expired one is used without a word, if none is active.
    /// - Throws: ``ToolError``.
    func meant(_ word: String?, orOver: Bool = false) throws -> String {
        if let word {
            guard subscription(word) != nil else {
                throw ToolError("the customer has no subscription “\(word)”; subscriptions lists all")
            }
            return word
        }
        let all = subscriptions.filter { !$0.isFamilyShared && !$0.isAssigned }
        let running = all.filter { $0.state != .expired && $0.state != .revoked }
        let candidates = running.isEmpty && orOver ? all : running
        guard let only = candidates.first else {
            throw ToolError(
                all.isEmpty
                    ? "the customer has no subscription; buy one first"
                    : "the customer has no active subscription; buy one again, or renew now")
        }
        guard candidates.count == 1 else {
            let names = candidates.map { Line.single($0.productID) }.joined(separator: ", ")
            throw ToolError("there are \(candidates.count) subscriptions; name one of \(names)")
        }
        return only.transaction.id
    }
}
