import Foundation
import Purser
import PurserFormats
import Testing

@testable import PurserSimulator

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#endif

/// A folder that only its user can write in, gone with this object.
final class SocketFolder: Sendable {
    let path: String
    /// Where a socket may be.
    var socket: String { path + "/store" }

    init() throws {
        path = "/tmp/purser-\(UInt32.random(in: 0...UInt32.max))"
        try FileManager.default.createDirectory(
            atPath: path, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }
}

/// Lets an App Store listen while something is done.
func listening<Result: Sendable>(
    _ store: EmbeddedAppStore, at path: String, _ app: PurchaseStore? = nil,
    _ body: @Sendable () async throws -> Result
) async throws -> Result {
    try await withThrowingTaskGroup(of: Void.self) { group in
        let ready = EventCount()
        group.addTask {
            defer { ready.close() }
            try await store.listen(path: path, store: app) { ready.advance() }
        }
        try await ready.wait(after: 0)
        let result = try await body()
        group.cancelAll()
        try await group.waitForAll()
        return result
    }
}

/// A connection whose calls wait on a thread of their own.
struct SteeringClient: Sendable {
    private let connection: SteeringConnection
    private let worker = BlockingWorker(label: "client")

    init(_ path: String) throws { connection = try SteeringConnection(to: path) }

    func request(_ name: String, _ members: [String: JSONValue] = [:]) async throws -> JSONValue {
        try await worker.run { [connection] in try connection.request(name, members) }
    }

    func nextEvent() async throws -> JSONValue? { try await worker.run { [connection] in try connection.nextEvent() } }
}

/// A connection that sends any bytes.
final class RawClient: Sendable {
    private let descriptor: Int32
    private let worker = BlockingWorker(label: "raw client")
    private let buffer = Lock(LineBuffer())

    init(_ path: String) throws {
        let descriptor = try UnixSocket.make()
        self.descriptor = descriptor
        try #require(try UnixSocket.withAddress(of: path) { connect(descriptor, $0, $1) } == 0)
    }

    deinit { close(descriptor) }

    func send(_ text: String) { send(Array(text.utf8)) }

    func send(_ bytes: [UInt8]) { _ = UnixSocket.send(bytes[...], to: descriptor) }

    /// Waits for so many lines; fewer when the other side has ended the connection.
    func lines(_ count: Int) async throws -> [[String: JSONValue]] {
        try await worker.run { [descriptor, buffer] in
            var found: [[String: JSONValue]] = []
            while found.count < count {
                var bytes = [UInt8](repeating: 0, count: 4_096)
                let length = read(descriptor, &bytes, bytes.count)
                guard length > 0 else { return found }
                for case .whole(let line) in buffer.withLock({ [bytes] in $0.append(bytes[..<length]) }) {
                    guard case .object(let members) = try JSONReader(Data(line), as: .json, file: "").root.value else {
                        continue
                    }
                    found.append(members)
                }
            }
            return found
        }
    }
}

extension JSONValue {
    subscript(_ key: String) -> JSONValue? { if case .object(let members) = self { members[key] } else { nil } }

    var values: [JSONValue] { if case .array(let values) = self { values } else { [] } }
}
