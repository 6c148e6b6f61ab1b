import Foundation
import Testing

@testable import PurserNetworking

@Suite("What a killed program leaves of a download")
struct PartialFileTests {
    private let url = URL.web("https://example.com/pond.zip")

    private func file(in folder: URL) -> PartialFile {
        PartialFile(
            RemoteContentSource(url), in: folder, most: .max, metered: nil, window: nil,
            now: { Date(timeIntervalSince1970: 0) }, reporting: { _, _ in })
    }

    @Test("Each byte that was written is there for the next attempt, and the condition under which it is of use")
    func killed() throws {
        try #require(SystemStart.name != nil)
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("purser-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let size = 4 << 20
        var held: [PartialFile] = []
        for round in 0..<3 {
            // None of them is closed: whoever is killed closes nothing.
            let file = file(in: folder)
            held.append(file)
            #expect(file.bytes == Int64(round * 1_000))
            #expect(file.request.headers["If-Range"] == (round == 0 ? nil : "\"v1\""))
            let first = round * 1_000
            let headers = ["ETag": "\"v1\"", "Content-Range": "bytes \(first)-\(size - 1)/\(size)"]
            let whole = ["ETag": "\"v1\"", "Content-Length": "\(size)"]
            try file.begins(
                HTTPResponse(status: round == 0 ? 200 : 206, url: url, headers: round == 0 ? whole : headers))
            try file.receive(Data(repeating: UInt8(round), count: 1_000))
        }
        let bytes = try Data(contentsOf: file(in: folder).body)
        #expect(bytes == (0..<3).reduce(into: Data()) { $0 += Data(repeating: $1, count: 1_000) })
        for file in held { file.close() }
    }
}
