import Foundation

/// Where PostgreSQL's programs are, for `TestServer`, which is the one of the package's own tests.
enum TestCluster {
    /// The folder of PostgreSQL's programs, by pg_config; `nil` where there is none.
    static let programs: String? = {
        guard let found = try? Shell.run(["pg_config", "--bindir"]), found.status == 0 else { return nil }
        let folder = found.output.trimmingCharacters(in: .whitespacesAndNewlines)
        return FileManager.default.isExecutableFile(atPath: folder + "/initdb") ? folder : nil
    }()

    /// PostgreSQL is not installed.
    struct Missing: Error {}
}

/// Nothing stands before the server of these tests.
package struct TestPooler {
    package static let isWanted = false
    let port: UInt16 = 0

    init(_ folder: String, to server: UInt16) throws { throw TestCluster.Missing() }

    func waitForServer() throws {}
}
