#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

// An offer is the one field of the first version, with the compact JWS in a field that earlier versions skip; every
// other option is a separate field.

/// The numbers of the options that are not offers.
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

    /// Reads one more option, of equal ones the first; `false` for one that a later version wrote.
    mutating func read(_ number: UInt64, _ fields: FieldReader) throws(FormatFault) -> Bool {
        guard let option = try PurchaseOption(field: number, fields) else { return false }
        if !contains(where: { $0.subject == option.subject }) { insert(option) }
        return true
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
        // It belongs to one call.
        case .onStorefrontChange: break
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

    /// Reads an option; `nil` for one that a later version wrote.
    fileprivate init?(field: UInt64, _ fields: FieldReader) throws(FormatFault) {
        guard let value = field == 8 ? try Self.offer(fields) : try Self.option(fields) else { return nil }
        self.init(value)
    }

    private static func offer(_ fields: FieldReader) throws(FormatFault) -> Value {
        let (id, type): (String, StoreOffer.OfferType) = (
            try fields.value(1) ?? "", try fields.value(2) ?? .init(rawValue: 0)
        )
        var proof: OfferProof?
        if let message = try fields.message(at: 3) {
            var signature = StoreOffer.Signature.blank
            _ = try FieldCoder.read(&signature, message)
            proof = .signature(signature)
        } else if let text: String = try fields.value(4) {
            proof = .compactJWS(text)
        }
        return switch type {
        case .promotional: .promotionalOffer(id: id, proof: proof)
        case .winBack: .winBackOffer(id: id)
        default: .offer(id: id, type: type)
        }
    }

    private static func option(_ fields: FieldReader) throws(FormatFault) -> Value? {
        let (key, number): (String, UInt64) = (try fields.value(2) ?? "", try fields.value(4) ?? 0)
        let code: UInt64 = try fields.value(1) ?? .max
        return switch code {
        case OptionCode.eligibility: .introductoryOfferEligibility(compactJWS: key)
        case OptionCode.billingPlan: .billingPlanType(StoreProduct.BillingPlanType(rawValue: key))
        case OptionCode.asksToBuy: .simulatesAskToBuyInSandbox(number == 1)
        case OptionCode.text: .custom(key: key, value: .string(try fields.value(3) ?? ""))
        case OptionCode.number: .custom(key: key, value: .double(Double(bitPattern: number)))
        case OptionCode.truth: .custom(key: key, value: .bool(number == 1))
        case OptionCode.data: .custom(key: key, value: .data(try fields.value(5) ?? Data()))
        case OptionCode.seats: .seats(Int(clamping: number))
        default: nil
        }
    }
}

extension StoreOffer.Signature: FieldCoded {
    static var blank: Self {
        Self(keyID: "", nonce: .zero, timestamp: Timestamp.zero.date, signature: Data())
    }

    mutating func code(_ fields: inout FieldCoder) {
        fields.field(1, &keyID)
        fields.field(2, &nonce)
        fields.field(3, &time)
        fields.field(4, &signature)
    }
}
