import Foundation
import Testing

@Suite("The list of folders")
struct FolderListTests {
    @Test(
        "CONTRIBUTING.md lists each folder of a library module, and says what is in it",
        arguments: [
            "Sources/Purser", "Sources/PurserFormats", "Sources/PurserSimulator",
            "Sources/PurserTesting", "Sources/PurserNetworking",
            "Sources/PurserVerification", "Sources/PurserServerAPI", "Sources/PurserServer", "Sources/PurserSigning",
            "Sources/PurserArchives", "Sources/PurserPersistence", "Sources/PurserStoreKit", "Sources/PurserStudio",
            "Sources/PurserBookServer",
        ])
    func folders(module: String) throws {
        let page = PackageSources.root.appendingPathComponent("CONTRIBUTING.md")
        let listed = try Self.folders(of: module, in: String(contentsOf: page, encoding: .utf8))
        let paths: [[Substring]] = try PackageSources.files(in: module).map { $0.path.split(separator: "/").dropLast() }
        let folders: Set<String> = Set(paths.filter { !$0.isEmpty }.map { $0.joined(separator: "/") })
        #expect(folders.count > 1)
        #expect(folders.subtracting(listed).sorted() == [])
        // A folder may hold none but further folders, or pages.
        let parents: Set<String> = Set(
            paths.flatMap { path in path.indices.map { path.prefix($0).joined(separator: "/") } })
        let strange: Set<String> = Set(listed).subtracting(folders).subtracting(parents)
        #expect(strange.allSatisfy { $0.hasSuffix(".docc") }, "\(strange)")
        #expect(listed.count == Set(listed).count)
    }

    /// The folders that stand below a module in the page's list, with a description beside them; two blanks more are
    /// one folder deeper.
    static func folders(of module: String, in page: String) -> [String] {
        var path: [String] = []
        var isInside = false
        var folders: [String] = []
        for line in page.split(separator: "\n") {
            let words = line.split(separator: " ")
            let depth = line.prefix { $0 == " " }.count / 2
            guard depth > 0, let name = words.first, name.hasSuffix("/") else {
                isInside = line.hasPrefix(module + "/ ")
                continue
            }
            guard isInside, words.count > 1 else { continue }
            path = path.prefix(depth - 1) + [String(name.dropLast())]
            folders.append(path.joined(separator: "/"))
        }
        return folders
    }

    @Test("Folders in folders are found, those of other modules and those without a description are not")
    func seeded() {
        let page = """
            Sources/Shop/     the shop
              Till/           takes money
                Drawer/       keeps it
              Shelf/
              Window/         shows things
            Sources/Garden/   the garden
              Pond/           has fish
            """
        #expect(Self.folders(of: "Sources/Shop", in: page) == ["Till", "Till/Drawer", "Window"])
        #expect(Self.folders(of: "Sources/Garden", in: page) == ["Pond"])
    }
}
