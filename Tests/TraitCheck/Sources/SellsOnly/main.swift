import Foundation
import Purser
import PurserArchives
import PurserNetworking

/// Whether a digest can be checked: without that, a source fails before it asks the server, and nothing listens at this one.
func checksDigests(in folder: URL) async -> Bool {
    let digest = String(repeating: "0", count: 64)
    guard let url = URL(string: "http://127.0.0.1:1/content") else { return false }
    do {
        try await RemoteContentSource(url, sha256: digest)
            .fetch(
                ContentRequest(productID: "content", version: "1"),
                with: ContentWork(stagingDirectory: folder, partialDirectory: folder))
        return false
    } catch {
        return (error as? HTTPFailure)?.code != .digestUnavailable
    }
}

let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
let checks = await checksDigests(in: folder)
try FileManager.default.removeItem(at: folder)
print("digests \(checks), archives \(ZipArchive.canUnpack)")
