#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

// The seats of a transaction, and those of a renewal.
extension FieldWriter {
    mutating func fields(of info: StoreTransaction.MultiSeatInfo) {
        field(1, info.invitationManagement.rawValue, among: Spellings.invitations)
        for tier in info.priceTiers { message(2) { $0.fields(of: tier) } }
        if let revoked = info.revokedSeatQuantity { field(3, signed: Int64(revoked)) }
    }

    mutating func fields(of info: StoreRenewalInfo.MultiSeatInfo) {
        for tier in info.renewalPriceTiers { message(1) { $0.fields(of: tier) } }
    }

    private mutating func fields(of tier: StoreTransaction.MultiSeatInfo.PriceTier) {
        field(1, tier.price.description)
        field(2, signed: Int64(tier.quantity))
    }
}

extension StoreTransaction.MultiSeatInfo {
    init(_ reader: FieldReader) throws(FormatFault) {
        var fields = reader
        var invitations = InvitationManagement(rawValue: "")
        var tiers: [PriceTier] = []
        var revoked: Int?
        while let (number, value) = try fields.next() {
            switch number {
            case 1: invitations = .init(rawValue: try fields.text(value, among: Spellings.invitations))
            case 2: tiers.append(try PriceTier(fields.message(value)))
            case 3: revoked = Int(truncatingIfNeeded: try fields.signed(value))
            default: break
            }
        }
        self.init(invitationManagement: invitations, priceTiers: tiers, revokedSeatQuantity: revoked)
    }
}

extension StoreRenewalInfo.MultiSeatInfo {
    init(_ reader: FieldReader) throws(FormatFault) {
        var fields = reader
        var tiers: [StoreTransaction.MultiSeatInfo.PriceTier] = []
        while let (number, value) = try fields.next() {
            guard number == 1 else { continue }
            tiers.append(try .init(fields.message(value)))
        }
        self.init(renewalPriceTiers: tiers)
    }
}

extension StoreTransaction.MultiSeatInfo.PriceTier {
    fileprivate init(_ reader: FieldReader) throws(FormatFault) {
        var fields = reader
        self.init(price: 0, quantity: 0)
        while let (number, value) = try fields.next() {
            switch number {
            case 1: price = try fields.decimal(value)
            case 2: quantity = Int(truncatingIfNeeded: try fields.signed(value))
            default: break
            }
        }
    }
}
