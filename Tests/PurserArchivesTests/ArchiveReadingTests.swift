import Foundation
import PurserArchives
import Testing

/// What an archive says of itself; nothing is unpacked here.
@Suite("Reading what an archive holds", .timeLimit(.minutes(30)))
struct ArchiveReadingTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func paths(_ builder: ZipBuilder, limits: ArchiveLimits = ArchiveLimits()) throws -> [String] {
        try ZipArchive(folder.file("a.zip", builder.archive), limits: limits).paths
    }

    private func code(_ builder: ZipBuilder, limits: ArchiveLimits = ArchiveLimits()) -> ArchiveFailure.Code? {
        do {
            _ = try paths(builder, limits: limits)
            return nil
        } catch {
            return (error as? ArchiveFailure)?.code
        }
    }

    private func code(_ change: (inout ZipBuilder.Entry) -> Void) -> ArchiveFailure.Code? {
        var entry = ZipBuilder.Entry("file", [1, 2, 3])
        change(&entry)
        return code(ZipBuilder([entry]))
    }

    @Test("What zip itself has written is read")
    func real() throws {
        let archive = try ZipArchive(folder.file("plain.zip", SampleArchives.plain))
        #expect(archive.paths == ["seeds", "seeds/x", "seeds/tomato.txt"])
        #expect(archive.bytes == 761)
    }

    @Test("An empty archive, one with a comment that looks like an end, and a large one are read")
    func ends() throws {
        #expect(try paths(ZipBuilder([])) == [])
        var commented = ZipBuilder([.init("file", [1])])
        commented.comment = Array(ZipBuilder([]).archive + [0])
        #expect(try paths(commented) == ["file"])
        var large = ZipBuilder([.init("file", [1])])
        large.entries[0].isLarge = true
        large.isLarge = true
        #expect(try paths(large) == ["file"])
    }

    @Test(
        "A name that leads out of the folder, or cannot be kept everywhere, is refused",
        arguments: [
            "../file", "/file", "a/../../file", "a//b", "./file", "..", "/", "a\\b", "C:file", "a\u{0}b", "a\nb",
            String(repeating: "a", count: 256), String(repeating: "a/", count: 65) + "b",
        ])
    func names(_ name: String) { #expect(code(ZipBuilder([.init(name)])) == .unsafeEntry) }

    @Test("A name that is not in UTF-8, and none, are refused")
    func oddNames() {
        #expect(code { $0.name = [0xff, 0xfe] } == .unsafeEntry)
        #expect(code { $0.name = [] } == .unsafeEntry)
    }

    @Test("Links, devices, encrypted entries, and unknown compressions are refused")
    func kinds() throws {
        #expect(code { $0.attributes = 0o120_777 << 16 } == .unsafeEntry)
        #expect(code { $0.attributes = 0o060_644 << 16 } == .unsafeEntry)
        #expect(code { $0.flags = 1 } == .unsupported)
        #expect(code { $0.method = 12 } == .unsupported)
        let link = try folder.file("link.zip", SampleArchives.withLink)
        let failure = #expect(throws: ArchiveFailure.self) { try ZipArchive(link) }
        #expect(failure?.code == .unsafeEntry)
        #expect(failure?.entry == "seeds/link")
        #expect(failure?.description.contains("link.zip") == true)
    }

    @Test("Two entries that some file systems do not tell apart are refused")
    func twice() {
        #expect(code(ZipBuilder([.init("seeds/a"), .init("seeds/A")])) == .damaged)
        #expect(code(ZipBuilder([.init("caf\u{e9}"), .init("cafe\u{301}")])) == .damaged)
    }

    @Test("More entries, bytes or growth than is allowed are refused before anything is unpacked")
    func limits() {
        let three = ZipBuilder((1...3).map { .init("\($0)", [1, 2, 3, 4]) })
        #expect(code(three, limits: ArchiveLimits(entries: 3, bytes: 12)) == nil)
        #expect(code(three, limits: ArchiveLimits(entries: 2)) == .tooLarge)
        #expect(code(three, limits: ArchiveLimits(bytes: 11)) == .tooLarge)
        #expect(
            code {
                $0.method = 8
                $0.bytes = 2 << 20
            } == .tooLarge)
        #expect(
            code {
                $0.isLarge = true
                $0.method = 8
                $0.bytes = UInt64.max
            } == .damaged)
        #expect(code(ZipBuilder([]), limits: ArchiveLimits(entries: -1, bytes: -1, ratio: -1)) == nil)
    }

    @Test("Sizes that contradict each other are refused")
    func sizes() {
        #expect(code { $0.bytes = 4 } == .damaged)
        #expect(code { $0.name = Array("folder/".utf8) } == .damaged)
    }

    @Test("An archive that is cut anywhere is refused")
    func cut() throws {
        for count in 0..<SampleArchives.plain.count {
            let file = try folder.file("cut.zip", Array(SampleArchives.plain.prefix(count)))
            #expect(throws: ArchiveFailure.self) { try ZipArchive(file) }
        }
    }

    @Test("What is no archive says so")
    func none() throws {
        for bytes in [[], [1, 2, 3], [UInt8](repeating: 0x50, count: 100_000)] {
            let file = try folder.file("none.zip", bytes)
            let failure = #expect(throws: ArchiveFailure.self) { try ZipArchive(file) }
            #expect(failure?.code == .notAnArchive)
        }
    }

    @Test("Any one byte may be wrong: it is read or refused")
    func anyByte() throws {
        for place in SampleArchives.plain.indices {
            for value: UInt8 in [0, 0x7f, 0xff, SampleArchives.plain[place] ^ 1] {
                var bytes = SampleArchives.plain
                bytes[place] = value
                let file = try folder.file("byte.zip", bytes)
                do { _ = try ZipArchive(file) } catch { #expect(error is ArchiveFailure) }
            }
        }
    }

    #if !Archives
        @Test("Without the trait nothing is unpacked, and the error says how to get it")
        func noTrait() async throws {
            let archive = try ZipArchive(folder.file("plain.zip", SampleArchives.plain))
            let place = try folder.folder("out")
            #expect(!ZipArchive.canUnpack)
            let failure = await #expect(throws: ArchiveFailure.self) { try await archive.unpack(into: place) }
            #expect(failure?.code == .noTrait)
            #expect(failure?.message.contains("trait Archives") == true)
        }
    #endif
}
