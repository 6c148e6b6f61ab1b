import Purser

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension Timestamp {
    /// Whether it lies between the years 1 and 9999, as everything does that a store tells.
    fileprivate var isSane: Bool { (-62_135_596_800_000...253_402_300_799_999).contains(milliseconds) }
}

extension SubscriptionLine: Codable {
    private enum CodingKeys: String, CodingKey {
        case first, current, groupID, isShared, productID, phase, schedule, period, willAutoRenew
        case usedIntroductoryOffer, preferredProductID, preferredPlan, offer, nextOffer, price, increase, commitment,
            renewals
        case appAccountToken, isUnpayable, recentStart, signed
    }

    /// Reads what an account's file keeps of it.
    ///
    /// Files of format 3 lack all but the places: then it has no group, and ``isComplete`` is false.
    init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        first = try values.decode(Int.self, forKey: .first)
        current = try values.decode(Int.self, forKey: .current)
        usedIntroductoryOffer = try values.decodeIfPresent(Bool.self, forKey: .usedIntroductoryOffer) ?? false
        preferredProductID = try values.decodeIfPresent(String.self, forKey: .preferredProductID)
        preferredPlan = try values.decodeIfPresent(StoreProduct.BillingPlanType.self, forKey: .preferredPlan)
        groupID = try values.decodeIfPresent(String.self, forKey: .groupID) ?? ""
        productID = try values.decodeIfPresent(String.self, forKey: .productID) ?? ""
        let never = Timestamp(milliseconds: 0)
        schedule =
            try values.decodeIfPresent(PeriodSchedule.self, forKey: .schedule)
            ?? PeriodSchedule(anchor: never, period: SubscriptionPeriod(1, .month), rate: 0)
        recentStart = try values.decodeIfPresent(Timestamp.self, forKey: .recentStart) ?? never
        signed = try values.decodeIfPresent(Timestamp.self, forKey: .signed) ?? never
        isShared = try values.decodeIfPresent(Bool.self, forKey: .isShared) ?? false
        phase = try values.decodeIfPresent(LinePhase.self, forKey: .phase) ?? .active
        period = try values.decodeIfPresent(Int.self, forKey: .period) ?? 0
        willAutoRenew = try values.decodeIfPresent(Bool.self, forKey: .willAutoRenew) ?? false
        offer = try values.decodeIfPresent(LineOffer.self, forKey: .offer)
        nextOffer = try values.decodeIfPresent(LineOffer.self, forKey: .nextOffer)
        price = try values.decodeIfPresent(Decimal.self, forKey: .price)
        increase = try values.decodeIfPresent(PriceIncrease.self, forKey: .increase)
        commitment = try values.decodeIfPresent(LineCommitment.self, forKey: .commitment)
        renewals = try values.decodeIfPresent(Int.self, forKey: .renewals) ?? 0
        appAccountToken = try values.decodeIfPresent(UUID.self, forKey: .appAccountToken)
        isUnpayable = try values.decodeIfPresent(Bool.self, forKey: .isUnpayable) ?? false
        guard isSane else {
            throw DecodingError.dataCorrupted(
                .init(codingPath: decoder.codingPath, debugDescription: "a number of the subscription is out of range"))
        }
    }

    /// Whether its numbers are such as a line comes to, so that reckoning with them never overflows or takes for ever.
    private var isSane: Bool {
        let count = 0...Int(Int32.max)
        var times = [schedule.anchor, recentStart, signed]
        switch phase {
        case .grace(let until, let retryUntil): times += [until, retryUntil]
        case .retry(let until): times.append(until)
        case .active, .expired, .revoked: break
        }
        return times.allSatisfy(\.isSane) && (-1...Int(Int32.max)).contains(period) && count.contains(renewals)
            && count.contains(offer?.left ?? 0) && count.contains(nextOffer?.left ?? 0)
            && count.contains(commitment?.part ?? 0) && count.contains(commitment?.parts ?? 0)
    }

    /// Writes what an account's file keeps of it.
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
        if usedIntroductoryOffer { try values.encode(true, forKey: .usedIntroductoryOffer) }
        if isUnpayable { try values.encode(true, forKey: .isUnpayable) }
        try values.encodeIfPresent(appAccountToken, forKey: .appAccountToken)
        try values.encodeIfPresent(preferredProductID, forKey: .preferredProductID)
        try values.encodeIfPresent(preferredPlan, forKey: .preferredPlan)
        try values.encodeIfPresent(offer, forKey: .offer)
        try values.encodeIfPresent(nextOffer, forKey: .nextOffer)
        try values.encodeIfPresent(price, forKey: .price)
        try values.encodeIfPresent(increase, forKey: .increase)
        try values.encodeIfPresent(commitment, forKey: .commitment)
    }

    /// Whether a file of format 4 or later has said everything about it.
    var isComplete: Bool { !groupID.isEmpty || !productID.isEmpty }

    /// What a file of format 3 means by a line: its period runs to its end, and nothing renews, as nothing did then.
    ///
    /// - Parameters:
    ///   - first: its first transaction.
    ///   - present: its present transaction.
    mutating func complete(first: StoreTransaction, present: StoreTransaction) {
        groupID = present.subscriptionGroupID ?? ""
        productID = present.productID
        schedule.anchor = present.expirationTime ?? present.purchaseTime
        period = -1
        willAutoRenew = false
        phase = present.revocationTime == nil ? .active : .revoked
        recentStart = first.purchaseTime
        signed = present.signedTime ?? present.purchaseTime
    }
}
