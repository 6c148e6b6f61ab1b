#if Archives
    import Foundation
    import Purser
    import PurserArchives
    import PurserTesting
    import Testing

    @Suite("Unpacking an archive", .timeLimit(.minutes(30)))
    struct UnpackingTests {
        private typealias Entry = ZipBuilder.Entry
        private let folder: TemporaryFolder
        private let text = Array(String(repeating: "Tomatoes like sun. ", count: 4_000).utf8)

        init() throws { folder = try TemporaryFolder() }

        private func unpacked(_ bytes: [UInt8], limits: ArchiveLimits = ArchiveLimits()) async throws -> [String:
            [UInt8]]
        {
            let out = try folder.folder("out-\(UUID().uuidString)")
            try await ZipArchive(folder.file("\(UUID().uuidString).zip", bytes), limits: limits).unpack(into: out)
            return try TemporaryFolder.files(in: out)
        }

        private func code(_ entries: [Entry]) async -> ArchiveFailure.Code? {
            do {
                _ = try await unpacked(ZipBuilder(entries).archive)
                return nil
            } catch {
                return (error as? ArchiveFailure)?.code
            }
        }

        @Test("What zip itself has written comes out")
        func real() async throws {
            let files = try await unpacked(SampleArchives.plain)
            #expect(files["seeds/x"] == Array("x".utf8))
            #expect(files["seeds/tomato.txt"]?.count == 760)
            #expect(files.count == 2)
        }

        @Test("Stored, deflated, empty and nested files, and empty folders come out")
        func kinds() async throws {
            let random = (0..<700_000).map { UInt8(truncatingIfNeeded: $0 &* $0 >> 3) }
            var large = Entry.deflated("large", random)
            large.isLarge = true
            var builder = ZipBuilder([
                .stored("stored", text), .deflated("a/b/c/deflated", text), .deflated("empty", []), large,
                .stored("nothing/", []),
            ])
            #expect(
                try await unpacked(builder.archive)
                    == ["stored": text, "a/b/c/deflated": text, "empty": [], "large": random])
            builder.isLarge = true
            #expect(try await unpacked(builder.archive).count == 4)
        }

        @Test("A file that is not what was packed is refused")
        func damaged() async {
            var entry = Entry.deflated("file", text)
            entry.checksum ^= 1
            #expect(await code([entry]) == .damaged)
            entry = .deflated("file", text)
            entry.bytes -= 1
            #expect(await code([entry]) == .damaged)
            entry = .deflated("file", text)
            entry.bytes += 1
            #expect(await code([entry]) == .damaged)
            entry = .deflated("file", text)
            entry.packed += [0]
            #expect(await code([entry]) == .damaged)
            entry = .deflated("file", text)
            entry.packed.removeLast()
            #expect(await code([entry]) == .damaged)
            entry = .stored("file", text)
            entry.ownName = Array("fils".utf8)
            #expect(await code([entry]) == .damaged)
        }

        @Test("Entries that share their bytes, or reach beyond the archive, are refused")
        func overlapping() async {
            var second = Entry.stored("b", text)
            second.offset = 0
            #expect(await code([.stored("a", text), second]) == .damaged)
            second.offset = 1 << 40
            second.isLarge = true
            #expect(await code([.stored("a", text), second]) == .damaged)
        }

        @Test("A file where a folder has to be is refused, and nothing outside of the folder is written")
        func fileAsFolder() async {
            #expect(await code([.stored("a", [1]), .stored("b", [1])]) == nil)
            await #expect(throws: (any Error).self) {
                try await unpacked(ZipBuilder([.stored("a", [1]), .stored("a/b", [1])]).archive)
            }
        }

        @Test("Whatever is wrong with an archive, it unpacks whole, or is refused; nothing is too large")
        func mutated() async throws {
            let right = ZipBuilder([.stored("one", Array(text.prefix(300))), .deflated("two/three", text)]).archive
            for seed in 0..<400 * Seeds.factor {
                var numbers = SplitMix64(seed: UInt64(seed))
                var bytes = right
                for _ in 0...Int.random(in: 0...3, using: &numbers) {
                    let place = Int.random(in: bytes.indices, using: &numbers)
                    switch Int.random(in: 0...3, using: &numbers) {
                    case 0: bytes[place] = .random(in: 0...255, using: &numbers)
                    case 1: bytes.remove(at: place)
                    case 2: bytes.insert(.random(in: 0...255, using: &numbers), at: place)
                    default: bytes.removeSubrange(place..<min(bytes.count, place + 7))
                    }
                }
                do {
                    let files = try await unpacked(bytes, limits: ArchiveLimits(entries: 8, bytes: 1 << 20))
                    #expect(files.values.reduce(0) { $0 + $1.count } <= 1 << 20)
                } catch {
                    #expect(error is ArchiveFailure || error is CocoaError, "seed \(seed): \(error)")
                }
            }
            let left = try FileManager.default.contentsOfDirectory(atPath: folder.url.path)
            #expect(left.allSatisfy { $0.hasSuffix(".zip") || $0.hasPrefix("out-") })
        }

        @Test("An archive from any source becomes the content, in the folder that is named")
        func source() async throws {
            let packed = try folder.file("garden.zip", SampleArchives.plain)
            let request = ContentRequest(productID: "garden", version: "1")
            for name in [nil, "garden"] {
                let out = try folder.folder("content \(name ?? "")")
                let partial = try folder.folder("partial \(name ?? "")")
                try await ArchiveSource(LocalFileSource(packed), into: name)
                    .fetch(request, with: ContentWork(stagingDirectory: out, partialDirectory: partial))
                let path = (name.map { $0 + "/" } ?? "") + "seeds/x"
                #expect(try TemporaryFolder.files(in: out)[path] == Array("x".utf8))
                #expect(try TemporaryFolder.files(in: out).count == 2)
            }
        }

        @Test("What is kept of an archive that cannot be unpacked is deleted, so that it is fetched anew")
        func keptNothing() async throws {
            let packed = try folder.file("wrong.zip", Array(SampleArchives.plain.dropLast()))
            let work = ContentWork(
                stagingDirectory: try folder.folder("staging"), partialDirectory: try folder.folder("partial"))
            try Data([1]).write(to: work.partialDirectory.appendingPathComponent("body"))
            await #expect(throws: ArchiveFailure.self) {
                try await ArchiveSource(LocalFileSource(packed))
                    .fetch(ContentRequest(productID: "garden", version: "1"), with: work)
            }
            #expect(try FileManager.default.contentsOfDirectory(atPath: work.partialDirectory.path) == [])
        }

        @Test("Several files are no archive")
        func several() async throws {
            let several = try folder.folder("several")
            try Data([1]).write(to: several.appendingPathComponent("one"))
            try Data([1]).write(to: several.appendingPathComponent("two"))
            let work = ContentWork(
                stagingDirectory: try folder.folder("out"), partialDirectory: try folder.folder("partial"))
            let failure = await #expect(throws: ArchiveFailure.self) {
                try await ArchiveSource(LocalFileSource(several))
                    .fetch(ContentRequest(productID: "garden", version: "1"), with: work)
            }
            #expect(failure?.code == .notAnArchive)
        }
    }
#endif
