#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension FieldWriter {
    /// Writes a record about users, without its length.
    mutating func body(ofUsers record: LedgerRecord) {
        switch record {
        case .account(let user): body(RecordKind.account, user)
        case .claim(let originalID, let user): body(RecordKind.claim, originalID, user)
        case .move(let originalID, let user): body(RecordKind.move, originalID, user)
        case .firstName(let originalID, let user): body(RecordKind.firstName, originalID, user)
        case .payer(let user, let launch):
            body(RecordKind.payer, user)
            field(2, launch)
        case .knownUser(let user): body(RecordKind.knownUser, user)
        default: break
        }
    }

    private mutating func body(_ kind: UInt64, _ user: UUID) {
        varint(kind)
        field(1, bytes: user.bytes)
    }

    private mutating func body(_ kind: UInt64, _ originalID: String, _ user: UUID) {
        varint(kind)
        field(1, originalID)
        field(2, bytes: user.bytes)
    }
}

extension LedgerRecord {
    /// Reads a record about users; `kind` is one of the kinds from ``RecordKind/account`` to ``RecordKind/knownUser``.
    static func users(_ kind: UInt64, _ fields: FieldReader) throws(FormatFault) -> LedgerRecord {
        var fields = fields
        var originalID = ""
        var launch = UInt64(0)
        var user: UUID?
        let namesTransactions = (RecordKind.claim...RecordKind.firstName).contains(kind)
        while let (number, value) = try fields.next() {
            switch (number, namesTransactions) {
            case (1, true): originalID = try fields.text(value)
            case (2, true), (1, false): user = try fields.uuid(value)
            case (2, false): launch = try fields.number(value)
            default: break
            }
        }
        guard let user else { throw FormatFault("a record of kind \(kind) names no user") }
        return switch kind {
        case RecordKind.claim: .claim(originalID, user)
        case RecordKind.move: .move(originalID, to: user)
        case RecordKind.firstName: .firstName(originalID, user)
        case RecordKind.payer: .payer(user, launch: launch)
        case RecordKind.knownUser: .knownUser(user)
        default: .account(user)
        }
    }
}
