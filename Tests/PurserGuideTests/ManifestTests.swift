import Foundation
import Testing

@Suite("The manifests of the pages", .timeLimit(.minutes(30)))
struct ManifestTests {
    @Test("Each loads with the package beside it, and finds every product that it names")
    func load() async throws {
        let manifests = try Page.articles().flatMap { $0.blocks(in: "swift") }.filter(\.isManifest)
        #expect(manifests.count >= 2)
        for manifest in manifests {
            let run = try await load(manifest.text)
            #expect(run.status == 0, "\(manifest): \(run.errors)")
            #expect(run.output.contains("purser<"), "\(manifest): \(run.output)")
        }
    }

    @Test("A product that does not exist is noticed")
    func unknownProduct() async throws {
        let manifest = try #require(Page("README.md").blocks(in: "swift").first { $0.isManifest })
        let text = manifest.text.replacingOccurrences(of: "\"PurserSimulator\"", with: "\"PurserNowhere\"")
        let run = try await load(text)
        #expect(run.status != 0 && (run.output + run.errors).contains("PurserNowhere"))
    }

    /// Resolves the manifest in a folder beside this package, as it does when it is pasted.
    private func load(_ manifest: String) async throws -> Program {
        let place = try Workplace()
        try place.write(manifest, to: "Garden/Package.swift")
        try place.write("", to: "Garden/Sources/Garden/main.swift")
        try place.write("", to: "Garden/Tests/GardenTests/GardenTests.swift")
        try place.write("{}", to: "Garden/Tests/GardenTests/Garden.storekit")
        try FileManager.default.createSymbolicLink(
            at: place.folder.appendingPathComponent("purser"), withDestinationURL: Page.root)
        return try await Program.run("swift package --package-path Garden show-dependencies", in: place.folder)
    }
}
