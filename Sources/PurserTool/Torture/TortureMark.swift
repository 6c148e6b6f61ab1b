/// What a worker is doing, which it writes as one letter to standard output, so that it can be killed in the middle of
/// it.
enum TortureMark: String, Sendable, CaseIterable {
    case started = "s"
    case opened = "o"
    case asked = "b"
    case charged = "p"
    case answered = "a"
    case granted = "g"
    case finished = "f"
    case refunded = "r"
    /// A log or a snapshot is being made.
    case making = "m"
    case closing = "c"
    case closed = "e"

    var letter: UInt8? { rawValue.utf8.first }
}

/// What a worker was doing when it was killed.
enum TorturePhase: String, Sendable, CaseIterable {
    case starting
    case working
    case closing

    /// After these marks.
    init(after marks: [UInt8]) {
        let text = String(decoding: marks, as: UTF8.self)
        if text.contains(TortureMark.closing.rawValue) {
            self = .closing
        } else {
            self = text.contains(TortureMark.opened.rawValue) ? .working : .starting
        }
    }
}
