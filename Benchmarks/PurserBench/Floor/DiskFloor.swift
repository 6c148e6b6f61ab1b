#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// The cheapest way to make a small record safe: append it to a file and sync that.
enum DiskFloor {
    static func run(_ folder: ScratchFolder, records: Int) throws -> Span {
        let path = folder.path + "/floor"
        let file = open(path, O_CREAT | O_WRONLY | O_TRUNC, 0o600)
        guard file >= 0 else { throw WrongRun("\(path) cannot be written") }
        defer { close(file) }
        let record = [UInt8](repeating: 7, count: 128)
        let watch = Stopwatch()
        for _ in 0..<records {
            guard write(file, record, record.count) == record.count, sync(file) == 0 else {
                throw WrongRun("\(path) could not be synced")
            }
        }
        return watch.elapsed
    }

    private static func sync(_ file: Int32) -> Int32 {
        #if canImport(Darwin)
            fsync(file)
        #else
            fdatasync(file)
        #endif
    }
}
