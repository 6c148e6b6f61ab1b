/// A reader of what the store signs, or of what servers say of receipts.
enum SignedReader: UInt8, CaseIterable {
    case transaction = 0xF4
    case renewalInfo = 0xF5
    case appTransaction = 0xF6
    case notification = 0xF7
    case json = 0xF8
    case base64 = 0xF9
    case jws = 0xFA
    case receipt = 0xFB
    case answer = 0xFC

    /// The reader of this name.
    init?(named name: String) {
        guard let reader = Self.allCases.first(where: { "\($0)" == name }) else { return nil }
        self = reader
    }
}
