import Foundation
import Purser
import PurserSimulator
import Testing

@Suite("A lock while another process is started", .timeLimit(.minutes(30)))
struct StartingProcessTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test("L3: a ledger that was closed can be opened again, also while a process is being started")
    func ledger() async throws {
        let path = folder.path + "/ledger"
        let storage = FileLedgerStorage(PosixLedgerFiles(path: path))
        try storage.load { _ in }
        try await whileStarting {
            storage.close()
            try FileLedgerStorage(PosixLedgerFiles(path: path)).load { _ in }
        }
    }

    @Test("L3: so can the folder of an embedded App Store that was given back")
    func account() async throws {
        let path = folder.path + "/account"
        let catalog = SimulatorCatalog(products: [StoreProduct(id: "coins", type: .consumable, price: 1)])
        let store = try EmbeddedAppStore(catalog: catalog, path: path)
        try await whileStarting {
            await store.releaseFolder()
            _ = try EmbeddedAppStore(catalog: catalog, path: path)
        }
    }

    /// Runs `body` between the moment at which a new process has its copies of this one's open files and the one at which
    /// it becomes another program, and so lets go of them.
    private func whileStarting(_ body: () async throws -> Void) async throws {
        let (here, there) = (folder.path + "/here", folder.path + "/there")
        try #require(mkfifo(here, 0o600) == 0 && mkfifo(there, 0o600) == 0)
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                await Threads.run(1) { Self.start(opening: here, there) }
            }
            // A pipe opens when both ends do: the new process is there.
            await Threads.run(1) { close(open(here, O_WRONLY | O_CLOEXEC)) }
            let result: Result<Void, any Error>
            do { result = .success(try await body()) } catch { result = .failure(error) }
            await Threads.run(1) { close(open(there, O_WRONLY | O_CLOEXEC)) }
            try await group.waitForAll()
            try result.get()
        }
    }

    /// Starts a process that opens two pipes, one after the other, before it becomes another program.
    private static func start(opening here: String, _ there: String) {
        #if canImport(Darwin)
            var actions: posix_spawn_file_actions_t?
        #else
            var actions = posix_spawn_file_actions_t()
        #endif
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, 0, here, O_RDONLY, 0)
        posix_spawn_file_actions_addopen(&actions, 0, there, O_RDONLY, 0)
        let words = [strdup("/usr/bin/true"), nil]
        defer { free(words[0]) }
        var id: pid_t = 0
        #expect(posix_spawn(&id, "/usr/bin/true", &actions, nil, words, nil) == 0)
        var status: Int32 = 0
        while waitpid(id, &status, 0) < 0, errno == EINTR {}
        #expect(status == 0)
    }
}
