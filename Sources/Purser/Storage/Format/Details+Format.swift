// What produces no update: later signed dates, fields that are filled in, and renewals that wait for their subscription.
extension RenewalReport: FieldMessage {
    func write(to writer: inout FieldWriter) {
        switch self {
        case .info(let info): writer.message(1, ToldRenewal(info, nil))
        case .status(let status):
            writer.field(2, status.transactionID)
            writer.field(3, signed: Int64(status.state.rawValue))
            if let group = status.subscriptionGroupID { writer.field(4, group) }
        }
    }
}

extension RenewalReport.Subject: FieldMessage {
    func write(to writer: inout FieldWriter) {
        switch self {
        case .info(let originalID): writer.field(1, originalID)
        case .status(let transactionID): writer.field(2, transactionID)
        }
    }
}

extension LedgerRecord {
    static func signed(_ fields: FieldReader) throws(FormatFault) -> LedgerRecord {
        var fields = fields
        var id = ""
        var date: Timestamp?
        while let (number, value) = try fields.next() {
            if number == 1 { id = try fields.text(value) } else if number == 2 { date = try fields.time(value) }
        }
        guard let date else { throw FormatFault("a signed date is missing") }
        return .signed(id, date)
    }

    static func described(_ fields: FieldReader) throws(FormatFault) -> LedgerRecord {
        var fields = fields
        var transaction: StoreTransaction?
        while let (number, value) = try fields.next() {
            if number == 1 { transaction = try fields.transaction(value) }
        }
        guard let transaction else { throw FormatFault("a description has no transaction") }
        return .described(transaction)
    }
}

extension RenewalReport {
    init(_ reader: FieldReader) throws(FormatFault) {
        var fields = reader
        var renewal: ToldRenewal?
        var id = ""
        var state: Int64 = 0
        var group: String?
        while let (number, value) = try fields.next() {
            switch number {
            case 1: renewal = try ToldRenewal(fields.message(value))
            case 2: id = try fields.text(value)
            case 3: state = try fields.signed(value)
            case 4: group = try fields.text(value)
            default: break
            }
        }
        if let info = renewal?.renewalInfo {
            self = .info(info)
        } else {
            let state = StoreSubscriptionStatus.RenewalState(rawValue: Int(truncatingIfNeeded: state))
            self = .status(StoreSubscriptionStatus(state: state, transactionID: id, subscriptionGroupID: group))
        }
    }
}

extension RenewalReport.Subject {
    init(_ reader: FieldReader) throws(FormatFault) {
        var fields = reader
        var subject: Self?
        while let (number, value) = try fields.next() {
            if number == 1 {
                subject = .info(try fields.text(value))
            } else if number == 2 {
                subject = .status(try fields.text(value))
            }
        }
        guard let subject else { throw FormatFault("a report that waits no more is about nothing") }
        self = subject
    }
}
