/// Tells whether an open file that is written to is still at its path.
///
/// `stat` makes Linux, from 6.13 on, note the exact date of the next write, and its sync half as long again: so it is
/// asked once, and then only for the file's place.
struct FilePlace: Sendable {
    private let file: any LedgerFile
    private let path: String
    /// What the system called the place when the file was seen at its path.
    private var known: [UInt8]?

    /// The place of a file that is at this path, or soon will be.
    init(of file: any LedgerFile, at path: String) {
        self.file = file
        self.path = path
    }

    /// Whether the file is there: neither deleted, renamed nor replaced, nor its folder.
    mutating func holds() throws -> Bool {
        let place = file.place()
        if let place, place == known { return true }
        guard try file.isAt(path) else { return false }
        known = place
        return true
    }
}
