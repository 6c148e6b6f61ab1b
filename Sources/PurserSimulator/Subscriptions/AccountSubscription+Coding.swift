import Purser

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension Timestamp {
    /// Whether it is between the years 1 and 9999, like every date that an App Store reports.
    fileprivate var isSane: Bool { (-62_135_596_800_000...253_402_300_799_999).contains(milliseconds) }
}

extension AccountSubscription: Codable {
    private enum CodingKeys: String, CodingKey {
        case first, current, groupID, isShared, productID, phase, schedule, period, willAutoRenew
        case usedIntroductoryOffer, offer, nextOffer, price, increase, commitment, renewals
        case appAccountToken, isUnpayable, recentStart, signed, parts, renewalSeats, isAssigned, phaseStart, passed
        // The planned change, whose offer is `nextOffer`; the current product's own next offer is then `keptOffer`.
        case preferredProductID, preferredPlan, preferredSeats, keptOffer
    }

    /// Reads the subscription from an account's file.
    init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        first = try values.decode(Int.self, forKey: .first)
        current = try values.decode(Int.self, forKey: .current)
        usedIntroductoryOffer = try values.decodeIfPresent(Bool.self, forKey: .usedIntroductoryOffer) ?? false
        groupID = try values.decode(String.self, forKey: .groupID)
        productID = try values.decode(String.self, forKey: .productID)
        schedule = try values.decode(PeriodSchedule.self, forKey: .schedule)
        recentStart = try values.decode(Timestamp.self, forKey: .recentStart)
        signed = try values.decode(Timestamp.self, forKey: .signed)
        isShared = try values.decodeIfPresent(Bool.self, forKey: .isShared) ?? false
        isAssigned = try values.decodeIfPresent(Bool.self, forKey: .isAssigned) ?? false
        phase = try values.decode(SubscriptionPhase.self, forKey: .phase)
        period = try values.decode(Int.self, forKey: .period)
        willAutoRenew = try values.decode(Bool.self, forKey: .willAutoRenew)
        offer = try values.decodeIfPresent(SubscriptionOffer.self, forKey: .offer)
        nextOffer = try values.decodeIfPresent(SubscriptionOffer.self, forKey: .nextOffer)
        price = try values.decodeIfPresent(Decimal.self, forKey: .price)
        increase = try values.decodeIfPresent(PriceIncrease.self, forKey: .increase)
        commitment = try values.decodeIfPresent(SubscriptionCommitment.self, forKey: .commitment)
        renewals = try values.decode(Int.self, forKey: .renewals)
        appAccountToken = try values.decodeIfPresent(UUID.self, forKey: .appAccountToken)
        isUnpayable = try values.decodeIfPresent(Bool.self, forKey: .isUnpayable) ?? false
        parts = try values.decodeIfPresent([Int].self, forKey: .parts) ?? []
        renewalSeats = try values.decodeIfPresent(Int.self, forKey: .renewalSeats)
        try readChange(values)
        phaseStart = try values.decodeIfPresent(Timestamp.self, forKey: .phaseStart)
        passed = try values.decodeIfPresent([PassedPhase].self, forKey: .passed) ?? []
        guard isSane else {
            throw DecodingError.dataCorrupted(
                .init(codingPath: decoder.codingPath, debugDescription: "a number of the subscription is out of range"))
        }
    }

    private mutating func readChange(_ values: KeyedDecodingContainer<CodingKeys>) throws {
        let product = try values.decodeIfPresent(String.self, forKey: .preferredProductID)
        let plan = try values.decodeIfPresent(StoreProduct.BillingPlanType.self, forKey: .preferredPlan)
        guard product != nil || plan != nil else { return }
        change = PlannedChange(
            productID: product ?? productID, plan: plan ?? .upFront,
            seats: try values.decodeIfPresent(Int.self, forKey: .preferredSeats), offer: nextOffer)
        nextOffer = try values.decodeIfPresent(SubscriptionOffer.self, forKey: .keptOffer)
    }

    /// Whether its numbers are in range, so that computations with them neither overflow nor take too long.
    private var isSane: Bool {
        let count = 0...Int(Int32.max)
        let seats = 1...PaymentRequest.maximumSeats
        var times =
            [schedule.anchor, recentStart, signed, phaseStart ?? signed] + passed.flatMap { [$0.start, $0.end] }
        switch phase {
        case .grace(let until, let retryUntil): times += [until, retryUntil]
        case .retry(let until): times.append(until)
        case .active, .expired, .revoked: break
        }
        return times.allSatisfy(\.isSane) && (-1...Int(Int32.max)).contains(period) && count.contains(renewals)
            && [offer, nextOffer, change?.offer].allSatisfy { count.contains($0?.left ?? 0) }
            && count.contains(commitment?.part ?? 0) && count.contains(commitment?.parts ?? 0)
            && seats.contains(renewalSeats ?? 1) && seats.contains(change?.seats ?? 1)
    }

    /// Writes the subscription to an account's file.
    func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(first, forKey: .first)
        try values.encode(current, forKey: .current)
        try values.encode(groupID, forKey: .groupID)
        try values.encode(productID, forKey: .productID)
        try values.encode(phase, forKey: .phase)
        try values.encode(schedule, forKey: .schedule)
        try values.encode(period, forKey: .period)
        try values.encode(willAutoRenew, forKey: .willAutoRenew)
        try values.encode(recentStart, forKey: .recentStart)
        try values.encode(signed, forKey: .signed)
        try values.encode(renewals, forKey: .renewals)
        if isShared { try values.encode(true, forKey: .isShared) }
        if isAssigned { try values.encode(true, forKey: .isAssigned) }
        if usedIntroductoryOffer { try values.encode(true, forKey: .usedIntroductoryOffer) }
        if isUnpayable { try values.encode(true, forKey: .isUnpayable) }
        try values.encodeIfPresent(appAccountToken, forKey: .appAccountToken)
        try values.encodeIfPresent(offer, forKey: .offer)
        if let change {
            if change.productID != productID { try values.encode(change.productID, forKey: .preferredProductID) }
            try values.encode(change.plan, forKey: .preferredPlan)
            try values.encodeIfPresent(change.seats, forKey: .preferredSeats)
            try values.encodeIfPresent(change.offer, forKey: .nextOffer)
            try values.encodeIfPresent(nextOffer, forKey: .keptOffer)
        } else {
            try values.encodeIfPresent(nextOffer, forKey: .nextOffer)
        }
        try values.encodeIfPresent(price, forKey: .price)
        try values.encodeIfPresent(increase, forKey: .increase)
        try values.encodeIfPresent(commitment, forKey: .commitment)
        try values.encodeIfPresent(phaseStart, forKey: .phaseStart)
        if !passed.isEmpty { try values.encode(passed, forKey: .passed) }
        if !parts.isEmpty { try values.encode(parts, forKey: .parts) }
        try values.encodeIfPresent(renewalSeats, forKey: .renewalSeats)
    }
}
