/// Checks whether an open file that is written to is still at its path.
///
/// After `stat`, Linux from 6.13 on records the exact date of the next write, and its sync takes 1.5 times as long: so
/// `stat` is called once, and after that only the file's place is read.
struct FilePlace: Sendable {
    private let file: any LedgerFile
    let path: String
    /// The system's name of the place when the file was last found at its path.
    private var known: [UInt8]?

    /// Makes the place of a file that is at this path, or soon will be.
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
