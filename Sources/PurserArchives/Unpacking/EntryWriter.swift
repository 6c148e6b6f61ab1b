#if Archives
    import Foundation

    /// One file that is being unpacked: never longer than its entry's size, and checked at its end.
    struct EntryWriter: ~Copyable {
        private let entry: ZipEntry
        private let file: FileHandle
        private var written: Int64 = 0
        private var checksum = Checksum()

        /// Makes a new file at `url`, where none exists.
        init(_ entry: ZipEntry, at url: URL) throws {
            self.entry = entry
            // Fails where something is already.
            try Data().write(to: url, options: .withoutOverwriting)
            file = try FileHandle(forWritingTo: url)
        }

        deinit { try? file.close() }

        /// Writes unpacked bytes.
        mutating func write(_ bytes: UnsafeRawBufferPointer) throws {
            guard !bytes.isEmpty else { return }
            written += Int64(bytes.count)
            guard written <= entry.bytes else { throw damaged("is longer than the archive says") }
            checksum.add(bytes)
            try file.write(contentsOf: Data(bytes))
        }

        /// Checks the data after everything was written.
        ///
        /// - Throws: ``ZipFault`` when it differs from the packed data.
        func checkEnd() throws {
            guard written == entry.bytes else { throw damaged("is shorter than the archive says") }
            guard checksum.value == entry.checksum else { throw damaged("differs from the packed one") }
        }

        private func damaged(_ what: String) -> ZipFault {
            ZipFault(.damaged, entry: entry.pathText, "An entry \(what). Pack the archive again.")
        }
    }
#endif
