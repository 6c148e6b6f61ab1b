/// When a worker is killed: so many microseconds after so many of its marks, all or those of one kind.
struct KillMoment: Hashable, Sendable {
    var mark: TortureMark?
    var count: Int
    var delay: UInt32

    /// Whether the worker has made these marks.
    func isDue(after marks: [UInt8]) -> Bool {
        guard let letter = mark?.letter else { return marks.count >= count }
        return marks.count { $0 == letter } >= count
    }
}

/// How a worker does its work when nobody kills it.
struct TorturePace: Hashable, Sendable {
    /// The marks it makes.
    var marks: [UInt8]
    /// How many microseconds pass before the first one.
    var start: UInt32

    /// How many marks of a kind it makes.
    func count(of mark: TortureMark) -> Int { marks.count { $0 == mark.letter } }
}
