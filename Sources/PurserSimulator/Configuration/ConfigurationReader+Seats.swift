import Purser

extension ConfigurationReader {
    /// What seats cost: tiers that begin with the first seat and follow each other; one that does not is left out with those
    /// behind it.
    mutating func seatPriceTiers(_ object: JSONObject) -> [StoreKitConfiguration.SeatPriceTier] {
        var tiers: [StoreKitConfiguration.SeatPriceTier] = []
        for entry in object.objects("seatPriceTiers", &log) {
            let next = tiers.isEmpty ? 1 : tiers.last?.maximumSeats.map { $0 + 1 }
            let first = entry.integer("minimumSeats", &log) ?? next
            guard let next, first == next else {
                let path = entry.path(to: "minimumSeats")
                log.error(
                    path,
                    "\(next.map { "the tier begins with seat \($0)" } ?? "no tier follows one without maximumSeats"); the tiers from here on are left out"
                )
                break
            }
            let last = entry.integer("maximumSeats", &log)
            guard (next...PaymentRequest.maximumSeats).contains(last ?? next) else {
                log.error(
                    entry.path(to: "maximumSeats"),
                    "the tier ends with seat \(next) to \(PaymentRequest.maximumSeats); the tiers from here on are left out"
                )
                break
            }
            guard let price = price(entry) else { break }
            tiers.append(.init(minimumSeats: next, maximumSeats: last, price: price))
        }
        return tiers
    }

    /// Who invites the members.
    mutating func seatInvitations(
        _ object: JSONObject
    ) -> StoreTransaction.MultiSeatInfo.InvitationManagement? {
        guard let text = object.string("seatInvitationManagement", &log) else { return nil }
        let invitations = StoreTransaction.MultiSeatInfo.InvitationManagement(rawValue: text)
        guard [.apple, .developer].contains(invitations) else {
            log.warn(
                object.path(to: "seatInvitationManagement"),
                "\"\(text.prefix(64))\" is neither APPLE nor DEVELOPER; it is ignored")
            return nil
        }
        return invitations
    }
}
