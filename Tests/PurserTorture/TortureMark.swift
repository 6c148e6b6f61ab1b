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
    case revoked = "v"
    /// Another user was named for a purchase.
    case moved = "x"
    /// A switch to another user begins.
    case switching = "w"
    case switched = "n"
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
    case switching
    case closing

    /// What a worker may be doing, with or without users.
    static func phases(withUsers hasUsers: Bool) -> [TorturePhase] { allCases.filter { hasUsers || $0 != .switching } }

    /// After these marks.
    init(after marks: [UInt8]) {
        let text = String(decoding: marks, as: UTF8.self)
        let switches = text.count { "\($0)" == TortureMark.switching.rawValue }
        let done = text.count { "\($0)" == TortureMark.switched.rawValue }
        if text.contains(TortureMark.closing.rawValue) {
            self = .closing
        } else if switches > done {
            self = .switching
        } else {
            self = text.contains(TortureMark.opened.rawValue) ? .working : .starting
        }
    }
}
