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

extension Set<PurchaseOption> {
    /// Writes the options in a fixed order, so that equal requests are written alike.
    func write(to writer: inout FieldWriter) {
        for option in sorted(by: { $0.subject < $1.subject }) { option.write(to: &writer) }
    }
}

extension PurchaseOption {
    fileprivate func write(to writer: inout FieldWriter) {
        switch value {
        case .promotionalOffer(let id, let proof): offer(id, .promotional, proof, &writer)
        case .winBackOffer(let id): offer(id, .winBack, nil, &writer)
        case .offer(let id, let type): offer(id, type, nil, &writer)
        case .introductoryOfferEligibility(let text): option(OptionCode.eligibility, &writer) { $0.field(2, text) }
        case .billingPlanType(let type): option(OptionCode.billingPlan, &writer) { $0.field(2, type.rawValue) }
        case .simulatesAskToBuyInSandbox(let asks): option(OptionCode.asksToBuy, &writer) { $0.field(4, asks ? 1 : 0) }
        case .custom(let key, let value): custom(key, value, &writer)
        case .seats(let total): option(OptionCode.seats, &writer) { $0.field(4, UInt64(clamping: total)) }
        }
    }

    private func option(_ code: UInt64, _ writer: inout FieldWriter, _ body: (inout FieldWriter) -> Void) {
        writer.message(10) {
            $0.field(1, code)
            body(&$0)
        }
    }

    private func custom(_ key: String, _ value: CustomValue, _ writer: inout FieldWriter) {
        let code =
            switch value {
            case .string: OptionCode.text
            case .double: OptionCode.number
            case .bool: OptionCode.truth
            case .data: OptionCode.data
            }
        option(code, &writer) {
            $0.field(2, key)
            switch value {
            case .string(let text): $0.field(3, text)
            case .double(let number): $0.field(4, number.bitPattern)
            case .bool(let truth): $0.field(4, truth ? 1 : 0)
            case .data(let data): $0.field(5, bytes: Array(data))
            }
        }
    }

    private func offer(_ id: String, _ type: StoreOffer.OfferType, _ proof: OfferProof?, _ writer: inout FieldWriter) {
        writer.message(8) {
            $0.field(1, id)
            $0.field(2, signed: Int64(type.rawValue))
            switch proof {
            case .signature(let signature): $0.message(3, signature)
            case .compactJWS(let text): $0.field(4, text)
            case nil: break
            }
        }
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

extension StoreOffer.Signature: FieldMessage {
    func write(to writer: inout FieldWriter) {
        writer.field(1, keyID)
        writer.field(2, bytes: nonce.bytes)
        writer.field(3, time)
        writer.field(4, bytes: Array(signature))
    }

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
