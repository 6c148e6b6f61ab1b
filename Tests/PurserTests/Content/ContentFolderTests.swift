import Foundation
import Purser
import Testing

@Suite("Content folder") struct ContentFolderTests {
    @Test(
        "no identifier leads out of the folder, and no two share a place",
        arguments: [
            "..", ".", "", "../../etc/passwd", "/etc", "a/b", "a\0b", "com.example.App", "com.example.app", "%", "%2f",
            "ünïcode", ".hidden", "a..b", "+", String(repeating: "x", count: 255), String(repeating: "Ü", count: 127),
            String(repeating: "x", count: 240) + "..",
        ])
    func names(_ id: String) {
        let name = ContentFolder.encode(id)
        let parts = name.split(separator: "/", omittingEmptySubsequences: false)
        #expect(parts.allSatisfy { !$0.isEmpty && $0 != "." && $0 != ".." && $0.utf8.count <= 255 })
        #expect(!name.contains("\0"))
        #expect(name.lowercased() == name, "some file systems do not tell capitals apart")
        if parts.count == 1 { #expect(ContentFolder.decode(name) == id) }
        let root = URL(fileURLWithPath: "/contents")
        let place = ContentFolder(root).location(of: ContentRequest(productID: id, version: id)).standardizedFileURL
        #expect(place.path.hasPrefix("/contents/installed/"))
    }

    @Test("long names that differ only at their end have different places") func longNames() {
        let folder = ContentFolder(URL(fileURLWithPath: "/contents"))
        let base = String(repeating: "x", count: 240)
        let places = ["", "v", "/v", "..", "v/v"].map {
            folder.location(of: ContentRequest(productID: base + $0, version: "1"))
        }
        #expect(Set(places.map(\.path)).count == places.count)
    }

    @Test("names that are not ours are not taken for versions", arguments: ["A", "%zz", "%2", "a+b", ".x", "%41%"])
    func strangers(_ name: String) { #expect(ContentFolder.decode(name) == nil) }
}
