#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

// An offer is written as the one field that the first version had, so that earlier versions read it, with the compact
// JWS in a field that they pass over; every other option is a field of its own.

/// The numbers of the options that are no offers.
private enum OptionCode {
    static let eligibility: UInt64 = 0
    static let billingPlan: UInt64 = 1
    static let asksToBuy: UInt64 = 2
    static let text: UInt64 = 3
    static let number: UInt64 = 4
    static let truth: UInt64 = 5
    static let data: UInt64 = 6
    static let seats: UInt64 = 7
}

extension FieldWriter {
    mutating func fields(of options: Set<PurchaseOption>) {
        // In a fixed order, so that equal requests are written alike.
        for option in options.sorted(by: { $0.subject < $1.subject }) {
            switch option.value {
            case .promotionalOffer(let id, let proof): offer(id, .promotional, proof)
            case .winBackOffer(let id): offer(id, .winBack, nil)
            case .offer(let id, let type): offer(id, type, nil)
            case .introductoryOfferEligibility(let text): self.option(OptionCode.eligibility) { $0.field(2, text) }
            case .billingPlanType(let type): self.option(OptionCode.billingPlan) { $0.field(2, type.rawValue) }
            case .simulatesAskToBuyInSandbox(let asks): self.option(OptionCode.asksToBuy) { $0.field(4, asks ? 1 : 0) }
            case .custom(let key, let value): custom(key, value)
            case .seats(let total): self.option(OptionCode.seats) { $0.field(4, UInt64(clamping: total)) }
            }
        }
    }

    private mutating func option(_ code: UInt64, _ body: (inout FieldWriter) -> Void) {
        message(10) {
            $0.field(1, code)
            body(&$0)
        }
    }

    private mutating func custom(_ key: String, _ value: PurchaseOption.CustomValue) {
        switch value {
        case .string(let text):
            option(OptionCode.text) {
                $0.field(2, key)
                $0.field(3, text)
            }
        case .double(let number):
            option(OptionCode.number) {
                $0.field(2, key)
                $0.field(4, number.bitPattern)
            }
        case .bool(let truth):
            option(OptionCode.truth) {
                $0.field(2, key)
                $0.field(4, truth ? 1 : 0)
            }
        case .data(let data):
            option(OptionCode.data) {
                $0.field(2, key)
                $0.field(5, bytes: Array(data))
            }
        }
    }

    private mutating func offer(_ id: String, _ type: StoreOffer.OfferType, _ proof: PurchaseOption.OfferProof?) {
        message(8) {
            $0.field(1, id)
            $0.field(2, signed: Int64(type.rawValue))
            switch proof {
            case .signature(let signature): $0.message(3) { $0.fields(of: signature) }
            case .compactJWS(let text): $0.field(4, text)
            case nil: break
            }
        }
    }

    private mutating func fields(of signature: StoreOffer.Signature) {
        field(1, signature.keyID)
        field(2, bytes: signature.nonce.bytes)
        field(3, signature.time)
        field(4, bytes: Array(signature.signature))
    }
}

extension PurchaseOption {
    /// Reads an option; `nil` for one that a later version wrote.
    init?(field: UInt64, _ fields: FieldReader) throws(FormatFault) {
        guard let value = field == 8 ? try Self.offer(fields) : try Self.option(fields) else { return nil }
        self.init(value)
    }

    private static func offer(_ fields: FieldReader) throws(FormatFault) -> Value {
        var fields = fields
        var id = ""
        var type = StoreOffer.OfferType(rawValue: 0)
        var proof: OfferProof?
        while let (number, value) = try fields.next() {
            switch number {
            case 1: id = try fields.text(value)
            case 2: type = StoreOffer.OfferType(rawValue: Int(truncatingIfNeeded: try fields.signed(value)))
            case 3: proof = .signature(try StoreOffer.Signature(fields.message(value)))
            case 4: proof = .compactJWS(try fields.text(value))
            default: break
            }
        }
        return switch type {
        case .promotional: .promotionalOffer(id: id, proof: proof)
        case .winBack: .winBackOffer(id: id)
        default: .offer(id: id, type: type)
        }
    }

    private static func option(_ fields: FieldReader) throws(FormatFault) -> Value? {
        var fields = fields
        var (code, key, text, number, data) = (UInt64.max, "", "", UInt64(0), Data())
        while let (field, value) = try fields.next() {
            switch field {
            case 1: code = try fields.number(value)
            case 2: key = try fields.text(value)
            case 3: text = try fields.text(value)
            case 4: number = try fields.number(value)
            case 5: data = Data(try fields.bytes(value))
            default: break
            }
        }
        return switch code {
        case OptionCode.eligibility: .introductoryOfferEligibility(compactJWS: key)
        case OptionCode.billingPlan: .billingPlanType(StoreProduct.BillingPlanType(rawValue: key))
        case OptionCode.asksToBuy: .simulatesAskToBuyInSandbox(number == 1)
        case OptionCode.text: .custom(key: key, value: .string(text))
        case OptionCode.number: .custom(key: key, value: .double(Double(bitPattern: number)))
        case OptionCode.truth: .custom(key: key, value: .bool(number == 1))
        case OptionCode.data: .custom(key: key, value: .data(data))
        case OptionCode.seats: .seats(Int(clamping: number))
        default: nil
        }
    }
}

extension StoreOffer.Signature {
    fileprivate init(_ fields: FieldReader) throws(FormatFault) {
        var fields = fields
        self.init(keyID: "", nonce: .zero, timestamp: Date(timeIntervalSince1970: 0), signature: Data())
        while let (number, value) = try fields.next() {
            switch number {
            case 1: keyID = try fields.text(value)
            case 2: nonce = try fields.uuid(value)
            case 3: time = try fields.time(value)
            case 4: signature = Data(try fields.bytes(value))
            default: break
            }
        }
    }
}
