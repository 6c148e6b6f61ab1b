// What produces no update: later signed dates, fields that are filled in, and renewals that wait for their subscription.
extension FieldWriter {
    mutating func fields(of report: RenewalReport) {
        switch report {
        case .info(let info): message(1) { $0.fields(of: ToldRenewal(info, nil)) }
        case .status(let status):
            field(2, status.transactionID)
            field(3, signed: Int64(status.state.rawValue))
            if let group = status.subscriptionGroupID { field(4, group) }
        }
    }

    mutating func fields(of subject: RenewalReport.Subject) {
        switch subject {
        case .info(let originalID): field(1, originalID)
        case .status(let transactionID): field(2, transactionID)
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
            if number == 1 { transaction = try StoreTransaction(fields.message(value)) }
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
