import Purser

// The app's server makes periods longer: one subscriber's, or those of everybody who has a product.
extension SimulatedAccountState {
    /// The present period becomes longer, and those behind it later.
    mutating func extended(
        _ name: String, by length: Duration, at now: Timestamp
    ) throws(BackendError) -> [BackendEvent] {
        let line = try line(named: name)
        guard line.phase == .active else { throw Self.isOver(line) }
        try Self.check(length)
        return extend(line, by: length, at: now)
    }

    /// The present periods of all who have a product become longer, where they live in one of the storefronts.
    ///
    /// Who owes a payment has no present period, so that theirs fails; what the family shares is extended for whoever pays.
    ///
    /// - Parameters:
    ///   - storefronts: ISO 3166-1 alpha-3 countries; none for everywhere.
    ///   - request: the server's own name for it.
    mutating func allExtended(
        _ productID: String, by length: Duration, in storefronts: [String], request: String, at now: Timestamp
    ) throws(BackendError) -> (ServerNotification.Summary, [BackendEvent]) {
        guard catalog.unpriced(productID)?.type == .autoRenewable else {
            throw BackendError(
                .storeProductNotAvailable,
                "\(productID) is no subscription that is sold. Ask products(for:) what is.")
        }
        try Self.check(length)
        let isMeant = storefronts.isEmpty || storefronts.contains(catalog.settings.storefront.countryCode)
        let lines = book.lines.all.values
            .filter { isMeant && $0.productID == productID && !$0.phase.isOver }
            .sorted { $0.current < $1.current }
        var events: [BackendEvent] = []
        var extended = 0
        for line in lines where line.phase == .active {
            events += extend(line, by: length, at: now)
            extended += 1
        }
        for line in lines where line.phase != .active { notice(.extensionFailed, of: line, at: now) }
        let summary = ServerNotification.Summary(
            requestIdentifier: request, productID: productID, storefrontCountryCodes: storefronts,
            succeededCount: extended, failedCount: lines.count - extended)
        notice(.extensionEnded(summary), of: nil, at: now)
        return (summary, events)
    }

    private mutating func extend(
        _ former: SubscriptionLine, by length: Duration, at now: Timestamp
    ) -> [BackendEvent] {
        var line = former
        let end = line.end.advanced(by: length)
        line.endPeriod(at: end)
        line.commitment = line.commitment?.ending(with: line.period, of: line.schedule)
        line.sign(at: now)
        let events = line.places.map { place in
            describeAnew(place, at: now) { fields in
                fields.expirationTime = end
                if let commitment = line.commitment { fields.commitmentInfo = commitment.info }
            }
        }
        put(line)
        notice(.extended, of: line, at: now)
        return events
    }

    private static func check(_ length: Duration) throws(BackendError) {
        guard length <= .zero else { return }
        throw BackendError(.invalidRequest, "A period is extended by some time, not by \(length).")
    }
}
