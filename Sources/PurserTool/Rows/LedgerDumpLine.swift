import Foundation
import Purser

/// One record of a ledger, printed as a line of JSON.
struct LedgerDumpLine: Encodable {
    let record: LedgerRecord
    let path: String
    /// The offset of the record's frame.
    let offset: Int

    /// A line of the tool, with `type` as its first member.
    var json: String {
        get throws {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
            let text = String(decoding: try encoder.encode(self), as: UTF8.self)
            return #"{"type":"record","# + text.dropFirst()
        }
    }

    /// Writes the record under the name of its kind, with its fields beside it.
    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: AnyKey.self)
        try container.encode(path, forKey: "path")
        try container.encode(offset, forKey: "offset")
        let (name, fields) = record.named
        try container.encode(name, forKey: "record")
        for (key, value) in fields {
            if let value { try container.encode(value, forKey: key) } else { try container.encodeNil(forKey: key) }
        }
    }
}

/// The fields of a record by their names; `nil` is printed as `null`.
private typealias NamedFields = [(AnyKey, (any Encodable)?)]

extension LedgerRecord {
    fileprivate var named: (String, NamedFields) {
        switch self {
        case .intent(let intent): ("intent", [("intent", intent)])
        case .intentEnded(let token, let ending): ("intentEnded", [("token", token), ("ending", "\(ending)")])
        case .update(let update, let stepsDue): ("update", update.named(stepsDue))
        case .step(let id, let step): ("step", [("id", id), ("step", "\(step)")])
        case .units(let id, let units): ("units", [("id", id), ("low", units.low), ("high", units.high)])
        case .finishing(let product, let finishing): ("finishing", [("product", product), ("finishing", finishing)])
        case .consumer(let name, let sequence): ("consumer", [("consumer", name), ("sequence", sequence)])
        case .failedUpdate(let name, let step): ("failedUpdate", [("consumer", name)] + step.named)
        case .acquisition(let product, let one):
            ("acquisition", [("product", product), ("id", one.subscription), ("recordedAt", one.time.date)])
        case .renewal(let originalID, let renewal): ("renewal", [("id", originalID)] + renewal.named)
        case .signed(let id, let date): ("signed", [("id", id), ("signedDate", date.date)])
        case .described(let transaction): ("described", [("transaction", transaction)])
        case .lastReport(let time): ("lastReport", [("recordedAt", time.date)])
        case .section(.user(let user)): ("section", [("user", user.token)])
        case .section(.shared): ("section", [("user", nil)])
        case .section(.everybody): ("section", [("users", "all")])
        case .payer(let launch, let user): ("payer", [("id", String(launch, radix: 16)), ("user", user.token)])
        case .forgotten(let user): ("forgotten", [("user", user.token)])
        case .missed(let number): ("missed", [("from", number)])
        case .promoted(let promotion): ("promoted", promotion.purchase.named)
        case .promotedEnded(let purchase): ("promotedEnded", purchase.named)
        case .piece(.earlier(let update)): ("earlier", update.named([]))
        case .piece(.totals(let sequence, let date)):
            ("totals", [("nextSequence", sequence), ("trustedDate", date)])
        case .piece(.balance(let product, let count, let environment)):
            (
                "balance",
                [
                    ("product", product), ("count", count),
                    ("environment", environment == .unknown ? nil : environment.rawValue),
                ]
            )
        case .piece(.openIntent(let intent, let ending)):
            ("openIntent", [("intent", intent), ("ending", ending.map { "\($0)" })])
        case .piece(.transaction(let update, let steps, let reason)):
            ("transaction", update.named(steps) + [("reason", reason)])
        case .piece(.archivedTexts(let texts)): ("archivedTexts", [("count", texts.count)])
        case .piece(.archived(let entries)): ("archived", [("count", entries.count)])
        case .skipped(let record): ("unknown", [("recordKind", record.kind), ("count", record.fields.count)])
        }
    }
}

extension StoreUpdate {
    fileprivate func named(_ steps: TransactionProgress.Steps) -> NamedFields {
        [
            ("sequence", sequence), ("phase", "\(phase)"), ("kind", kind), ("transaction", transaction),
            ("intent", intent), ("recordedAt", recordTime), ("finishing", finishing), ("steps", steps.names),
        ] + (renewal?.named ?? [])
    }
}

extension PromotedPurchase {
    fileprivate var named: NamedFields { [("id", id), ("product", productID)] }
}

extension ReportedRenewal {
    fileprivate var named: NamedFields { [("renewalInfo", renewalInfo), ("renewalState", state?.rawValue)] }
}

extension FailedUpdates.Step {
    fileprivate var named: NamedFields {
        switch self {
        case .failed(let one, let reason):
            [("step", "failed"), ("sequence", one.sequence), ("transaction", one.transaction), ("reason", reason)]
        case .released(let sequence): [("step", "released"), ("sequence", sequence)]
        case .settled(let sequence): [("step", "settled"), ("sequence", sequence)]
        }
    }
}

extension TransactionProgress.Steps {
    /// The names of the steps that are set, in the order of their bits.
    fileprivate var names: [String] {
        [
            "needsFinish", "contentInstalled", "granted", "finishRequested", "finished", "deadLetter", "owesContent",
            "owesGrant", "mayHaveBegun", "userGuessed", "movedAway",
        ].enumerated().filter { rawValue >> UInt16($0.offset) & 1 == 1 }.map(\.element)
    }
}
