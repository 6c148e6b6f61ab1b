/// Tells whether an open file that is written to is still at its path.
///
/// To ask for a file's state (`stat`) makes Linux, from 6.13 on, note the exact date of the next write, which the next sync
/// writes too: it then takes half as long again. So it is asked once, and after that only whether the system still calls
/// the file's place the same.
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
