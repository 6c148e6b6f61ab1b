package import Purser

extension Frame {
    /// Appends a frame to bytes that begin at `base` in the file, and returns its checksum.
    @discardableResult
    package static func write(
        _ payload: [UInt8], kind: Kind = .records, mark: UInt32, chain: UInt32, safeEnd: Int, base: Int,
        into bytes: inout [UInt8]
    ) -> UInt32 {
        let start = bytes.count
        let held = payload.count + chainSize
        bytes += repeatElement(0, count: headerSize + held - payload.count) + payload
        bytes += repeatElement(0, count: padded(held) - held)
        return bytes.withUnsafeMutableBytes { bytes in
            writeHeader(
                UnsafeMutableRawBufferPointer(rebasing: bytes[start...]), length: held, kind: kind, mark: mark,
                chain: chain, safeEnd: safeEnd, offset: base + start)
        }
    }
}
