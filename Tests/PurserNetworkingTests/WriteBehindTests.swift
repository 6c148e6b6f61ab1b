import Foundation
import Testing

@testable import PurserNetworking

@Suite("Writing to the disk while the rest arrives")
struct WriteBehindTests {
    @Test("Each byte is begun with once, in parts of four MiB at least, from where the file went on")
    func parts() {
        for start in [0, 7, 5 << 30] as [Int64] {
            var behind = WriteBehind(from: start)
            var (bytes, end) = (start, start)
            for piece in 0..<2_000 {
                bytes += [16 << 10, 1, 3 << 20, 9 << 20][piece % 4]
                guard let part = behind.next(upTo: bytes) else { continue }
                #expect(part.lowerBound == end && part.upperBound == bytes && part.count >= 4 << 20)
                end = part.upperBound
            }
            #expect(bytes - end < WriteBehind.step)
        }
    }

    @Test("What was begun with is in the file as it was written")
    func content() throws {
        let url = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        #expect(FileManager.default.createFile(atPath: url.path, contents: nil))
        defer { try? FileManager.default.removeItem(at: url) }
        let file = try FileHandle(forWritingTo: url)
        var behind = WriteBehind(from: 0)
        var written = Data()
        for number in 0..<40 {
            let piece = Data(repeating: UInt8(number), count: 300_001)
            try file.write(contentsOf: piece)
            written += piece
            behind.wrote(upTo: Int64(written.count), file)
        }
        try file.close()
        #expect(try Data(contentsOf: url) == written)
    }
}
