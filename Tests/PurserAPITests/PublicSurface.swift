import Foundation

/// What a module offers to those who import it: a line for each public declaration, as the compiler's symbol graph has it.
enum PublicSurface {
    /// This package's folder.
    static let root = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    /// The modules that apps and servers import, with and without traits.
    static let ofEveryBuild = [
        "Purser", "PurserArchives", "PurserFormats", "PurserInspection", "PurserNetworking", "PurserObservation",
        "PurserPersistence", "PurserSimulator", "PurserTesting", "PurserTexts",
    ]

    /// The modules of this build that apps and servers import.
    static var modules: [String] {
        #if Server
            return ofEveryBuild + ["PurserServer", "PurserServerAPI", "PurserSigning", "PurserVerification"]
        #elseif Verification
            return ofEveryBuild + ["PurserServerAPI", "PurserSigning", "PurserVerification"]
        #else
            return ofEveryBuild
        #endif
    }

    /// The files with the lines that were agreed on: of a module of every build, what the trait Server adds is in a second one.
    static func lists(of module: String) -> [URL] {
        let folder = root.appendingPathComponent("Tests/PurserAPITests/Surface")
        let list = folder.appendingPathComponent("\(module).txt")
        #if Server
            return ofEveryBuild.contains(module)
                ? [list, folder.appendingPathComponent("\(module)+Server.txt")] : [list]
        #else
            return [list]
        #endif
    }

    /// The folder of this build: the test's program stands in it.
    private static var build: URL {
        URL(fileURLWithPath: CommandLine.arguments[0]).resolvingSymlinksInPath().deletingLastPathComponent()
    }

    /// The lines of a module, sorted.
    ///
    /// - Throws: ``Unreadable`` when the compiler cannot read the module.
    static func lines(of module: String) throws -> [String] {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("surface-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try extract(module, into: folder)
        let graphs = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
        return try Set(graphs.flatMap(lines(in:))).sorted()
    }

    private static func extract(_ module: String, into folder: URL) throws {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        var arguments: [String] = [
            "swift", "symbolgraph-extract", "-module-name", module, "-target", target, "-minimum-access-level",
            "public", "-skip-inherited-docs", "-skip-synthesized-members", "-output-dir", folder.path, "-I",
            build.appendingPathComponent("Modules").path,
        ]
        for header in headers where exists(header) { arguments += ["-I", header.path] }
        for map in maps { arguments += ["-Xcc", "-fmodule-map-file=\(map.path)"] }
        process.arguments = arguments
        // With the true date, also where this run has another (`.ci/long later`): compilers compare the dates of files they share.
        process.environment = ProcessInfo.processInfo.environment.filter { $0.key != "LD_PRELOAD" }
        let output = Pipe()
        (process.standardOutput, process.standardError) = (output, output)
        try process.run()
        let text = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else {
            throw Unreadable(module: module, message: String(decoding: text, as: UTF8.self))
        }
    }

    /// The folders of headers that modules import for themselves, which the compiler reads along with them.
    private static var headers: [URL] {
        var found: [URL] = ["CZlib", "CPostgres"].map { (name: String) in root.appendingPathComponent("Sources/\(name)")
        }
        let scratch: URL = build.deletingLastPathComponent().deletingLastPathComponent()
        for checkout in folders(in: scratch.appendingPathComponent("checkouts")) {
            for source in folders(in: checkout.appendingPathComponent("Sources")) {
                found.append(source.appendingPathComponent("include"))
            }
        }
        return found
    }

    /// The maps of headers that the build has made.
    private static var maps: [URL] {
        folders(in: build).filter { $0.pathExtension == "build" }.map { $0.appendingPathComponent("module.modulemap") }
            .filter { exists($0) }
    }

    private static func exists(_ place: URL) -> Bool { FileManager.default.fileExists(atPath: place.path) }

    private static func folders(in folder: URL) -> [URL] {
        (try? FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)) ?? []
    }

    /// The folder of a build is named for what it builds for.
    private static var target: String { build.deletingLastPathComponent().lastPathComponent }

    private static func lines(in graph: URL) throws -> [String] {
        try JSONDecoder().decode(Graph.self, from: Data(contentsOf: graph)).symbols.map { symbol in
            let declaration = symbol.declarationFragments.map(\.spelling).joined()
                .split(whereSeparator: \.isWhitespace).joined(separator: " ")
            return "\(symbol.pathComponents.joined(separator: ".")): \(declaration)"
        }
    }

    private struct Graph: Decodable {
        struct Symbol: Decodable {
            struct Fragment: Decodable { let spelling: String }
            let pathComponents: [String]
            let declarationFragments: [Fragment]
        }
        let symbols: [Symbol]
    }

    /// A module that the compiler could not read.
    struct Unreadable: Error, CustomStringConvertible {
        let module: String
        let message: String
        var description: String { "The symbols of \(module) could not be extracted. \(message)" }
    }
}
