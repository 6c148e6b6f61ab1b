#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

// The seats of a transaction, and those of a renewal.
extension StoreTransaction.MultiSeatInfo: FieldMessage {
    func write(to writer: inout FieldWriter) {
        writer.field(1, invitationManagement.rawValue, among: Spellings.invitations)
        for tier in priceTiers { writer.message(2, tier) }
        if let revoked = revokedSeatQuantity { writer.field(3, signed: Int64(revoked)) }
    }
}

extension StoreRenewalInfo.MultiSeatInfo: FieldMessage {
    func write(to writer: inout FieldWriter) {
        for tier in renewalPriceTiers { writer.message(1, tier) }
    }
}

extension StoreTransaction.MultiSeatInfo.PriceTier: FieldMessage {
    func write(to writer: inout FieldWriter) {
        writer.field(1, price.description)
        writer.field(2, signed: Int64(quantity))
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
