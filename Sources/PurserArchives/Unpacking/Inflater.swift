#if Archives
    import CZlib

    /// Unpacks one stream of the method "deflate" (RFC 1951), by the system's zlib.
    ///
    /// Owns zlib's state, which must not move and is freed with it.
    struct Inflater: ~Copyable {
        private let stream: UnsafeMutablePointer<z_stream>
        private let room: UnsafeMutableRawBufferPointer
        /// Whether the stream has ended.
        private(set) var isOver = false

        private static let roomBytes = 256 << 10

        /// At the beginning of a stream.
        ///
        /// - Throws: ``ZipFault`` when there is no memory for it.
        init() throws(ZipFault) {
            stream = .allocate(capacity: 1)
            stream.initialize(to: z_stream())
            room = .allocate(byteCount: Self.roomBytes, alignment: 16)
            // Negative: without a header of zlib's own.
            let status = inflateInit2_(stream, -MAX_WBITS, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
            guard status == Z_OK else { throw ZipFault(.unsupported, "zlib could not start: status \(status).") }
        }

        deinit {
            inflateEnd(stream)
            stream.deallocate()
            room.deallocate()
        }

        /// Unpacks the next piece, and passes on its output, bit by bit.
        ///
        /// - Returns: whether all of the piece belonged to the stream.
        mutating func inflate(_ piece: UnsafeRawBufferPointer, _ take: (UnsafeRawBufferPointer) throws -> Void) throws
            -> Bool
        {
            guard !isOver else { return piece.isEmpty }
            stream.pointee.next_in = UnsafeMutablePointer(
                mutating: piece.baseAddress?.assumingMemoryBound(to: UInt8.self))
            stream.pointee.avail_in = UInt32(piece.count)
            repeat {
                stream.pointee.next_out = room.baseAddress?.assumingMemoryBound(to: UInt8.self)
                stream.pointee.avail_out = UInt32(room.count)
                let status = CZlib.inflate(stream, Z_NO_FLUSH)
                guard [Z_OK, Z_STREAM_END, Z_BUF_ERROR].contains(status) else {
                    throw ZipFault(.damaged, "An entry's bytes cannot be unpacked. Pack the archive again.")
                }
                isOver = status == Z_STREAM_END
                try take(UnsafeRawBufferPointer(rebasing: room[..<(room.count - Int(stream.pointee.avail_out))]))
            } while !isOver && (stream.pointee.avail_in > 0 || stream.pointee.avail_out == 0)
            return stream.pointee.avail_in == 0
        }
    }

    /// The checksum of the files of an archive (CRC-32).
    struct Checksum {
        private(set) var value: UInt32 = 0

        mutating func add(_ bytes: UnsafeRawBufferPointer) {
            guard let base = bytes.baseAddress, !bytes.isEmpty else { return }
            value = UInt32(crc32(UInt(value), base.assumingMemoryBound(to: UInt8.self), UInt32(bytes.count)))
        }
    }
#endif
