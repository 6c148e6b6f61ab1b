/// The numbers of the kinds of records; LedgerFormat.md in Purser.docc describes each.
package enum RecordKind {
    /// Whether a version without a kind may skip its records: those with an even number from 64 on.
    package static func maySkip(_ kind: UInt64) -> Bool { kind >= 64 && kind.isMultiple(of: 2) }

    /// The kinds that later versions will write: none of these numbers may be used for anything else.
    package static let reserved: [UInt64: String] = [
        66: "subscription status", 68: "content installed",
        70: "content removed", 72: "call that timed out",
    ]

    /// A payment is about to be submitted to the backend.
    package static let intent: UInt64 = 1
    static let intentEnded: UInt64 = 2
    static let update: UInt64 = 3
    static let step: UInt64 = 4
    static let consumer: UInt64 = 5
    /// The records after it in its frame are a user's, or those about all users.
    static let section: UInt64 = 6
    static let payer: UInt64 = 7
    /// Which updates were recorded in the user's absence.
    static let missed: UInt64 = 9
    /// Everything that was recorded of a user up to here is forgotten.
    static let forgotten: UInt64 = 10
    // In snapshots.
    static let totals: UInt64 = 32
    static let balance: UInt64 = 33
    static let openIntent: UInt64 = 34
    static let transaction: UInt64 = 35
    static let archivedTexts: UInt64 = 37
    /// In a snapshot: archived transactions.
    package static let archived: UInt64 = 38
    /// In a snapshot: an update before it.
    static let earlier: UInt64 = 39
    // Added later: versions without a kind reject a ledger with odd ones.
    static let renewal: UInt64 = 64
    /// A product was acquired with a subscription.
    package static let acquisition: UInt64 = 65
    static let units: UInt64 = 67
    static let finishing: UInt64 = 69
    /// What happened to a failed update of a named consumer.
    package static let failedUpdate: UInt64 = 74
    /// When the backend last reported.
    package static let lastReport: UInt64 = 76
    static let signed: UInt64 = 78
    /// A promoted purchase is neither bought nor declined.
    package static let promoted: UInt64 = 84
    /// A promoted purchase was bought or declined.
    package static let promotedEnded: UInt64 = 86
    static let described: UInt64 = 79
}
