#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

// What is recorded about users: who made payments, who has transactions, and what an absent user's ledger lacks.
extension PaymentToken: FieldMessage {
    func write(to writer: inout FieldWriter) {
        writer.field(1, launch)
        writer.field(2, number)
    }
}

extension PurchaseHolder: FieldMessage {
    func write(to writer: inout FieldWriter) {
        writer.field(2, bytes: user.bytes)
        if isGuessed { writer.field(3, 1) }
        if let payment { writer.message(4, payment) }
        if isPaymentGuessed { writer.field(5, 1) }
        writer.field(6, productID)
        writer.field(7, purchaseTime)
        if let signed = signedTime { writer.field(8, signed) }
        if isRevoked { writer.field(9, 1) }
        if environment != .unknown { writer.field(10, environment.rawValue, among: Spellings.environments) }
        if let originalID { writer.field(11, originalID) }
        laterFields.write(to: &writer)
    }
}

extension HolderMail: FieldMessage {
    func write(to writer: inout FieldWriter) {
        guard case .described(let transaction, let needsFinish) = self else { return }
        writer.message(3, transaction)
        if let needsFinish { writer.field(4, needsFinish ? 1 : 0) }
    }
}

extension PaymentToken {
    init(_ fields: FieldReader) throws(FormatFault) {
        var fields = fields
        var (launch, count) = (UInt64(0), UInt64(0))
        while let (number, value) = try fields.next() {
            switch number {
            case 1: launch = try fields.number(value)
            case 2: count = try fields.number(value)
            default: break
            }
        }
        self.init(launch: launch, number: count)
    }
}

extension LedgerRecord {
    static func payer(_ fields: FieldReader) throws(FormatFault) -> LedgerRecord {
        var fields = fields
        var launch = UInt64(0)
        var user: UUID?
        while let (number, value) = try fields.next() {
            if number == 1 { launch = try fields.number(value) } else if number == 2 { user = try fields.uuid(value) }
        }
        guard let user else { throw FormatFault("a launch has no user") }
        return .payer(launch: launch, user)
    }

    static func holder(_ fields: FieldReader) throws(FormatFault) -> LedgerRecord {
        var fields = fields
        var (id, productID) = ("", "")
        var user: UUID?
        var payment: PaymentToken?
        var (isGuessed, isPaymentGuessed, isRevoked) = (false, false, false)
        var purchaseTime = Timestamp(milliseconds: 0)
        var signedTime: Timestamp?
        var environment = StoreEnvironment.unknown
        var originalID: String?
        var later = LaterFields()
        while let (number, value) = try fields.next() {
            switch number {
            case 1: id = try fields.text(value)
            case 2: user = try fields.uuid(value)
            case 3: isGuessed = try fields.number(value) == 1
            case 4: payment = try PaymentToken(fields.message(value))
            case 5: isPaymentGuessed = try fields.number(value) == 1
            case 6: productID = try fields.text(value)
            case 7: purchaseTime = try fields.time(value)
            case 8: signedTime = try fields.time(value)
            case 9: isRevoked = try fields.number(value) == 1
            case 10: environment = StoreEnvironment(rawValue: try fields.text(value, among: Spellings.environments))
            case 11: originalID = try fields.text(value)
            default: later.add(number, value)
            }
        }
        guard let user else { throw FormatFault("a transaction has no holder") }
        var holder = PurchaseHolder(
            user: user, isGuessed: isGuessed, payment: payment, isPaymentGuessed: isPaymentGuessed,
            productID: productID, purchaseTime: purchaseTime, signedTime: signedTime, isRevoked: isRevoked,
            environment: environment, originalID: originalID)
        holder.laterFields = later
        return .holder(id, holder)
    }

    static func mail(_ fields: FieldReader, isTaken: Bool) throws(FormatFault) -> LedgerRecord {
        var fields = fields
        var id = ""
        var user: UUID?
        var transaction: StoreTransaction?
        var needsFinish: Bool?
        while let (number, value) = try fields.next() {
            switch number {
            case 1: user = try fields.uuid(value)
            case 2: id = try fields.text(value)
            case 3: transaction = try fields.transaction(value)
            case 4: needsFinish = try fields.number(value) == 1
            default: break
            }
        }
        guard let user else { throw FormatFault("a report for an absent user has no user") }
        if isTaken { return .mailTaken(user, id) }
        return .mail(user, id, transaction.map { .described($0, needsFinish: needsFinish) } ?? .movedAway)
    }
}
