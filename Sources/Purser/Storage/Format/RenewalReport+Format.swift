extension RenewalReport: FieldMessage {
    func write(to writer: inout FieldWriter) {
        switch self {
        case .info(let info): writer.message(1, ReportedRenewal(info, nil))
        case .status(let status):
            writer.field(2, status.transactionID)
            status.state.write(3, to: &writer)
            if let group = status.subscriptionGroupID { writer.field(4, group) }
        }
    }

    init(_ fields: FieldReader) throws(FormatFault) {
        if let message = try fields.message(at: 1), let info = try ReportedRenewal(message).renewalInfo {
            self = .info(info)
        } else {
            self = .status(
                StoreSubscriptionStatus(
                    state: try fields.value(3) ?? .init(rawValue: 0), transactionID: try fields.value(2) ?? "",
                    subscriptionGroupID: try fields.value(4)))
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

    init(_ fields: FieldReader) throws(FormatFault) {
        if let originalID: String = try fields.value(1) {
            self = .info(originalID)
        } else if let transactionID: String = try fields.value(2) {
            self = .status(transactionID)
        } else {
            throw FormatFault("a report that waits no more is about nothing")
        }
    }
}
