import Purser
import PurserFormats

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Answers the clients of a socket: one line for each line, in the client's order, and events for watching clients.
///
/// Each client has its own task, so a long command delays no other client. All commands that a client has sent are
/// performed, even if it leaves before the answer.
struct SteeredClients: Sendable {
    /// The version of the protocol.
    static let version = 1

    let stores: SteeredStores
    let loop: SocketLoop

    /// Serves until the loop has ended or the task is cancelled.
    func serve() async {
        let worker = BlockingWorker(label: "purser.attach")
        await withTaskCancellationHandler {
            await withDiscardingTaskGroup { group in
                group.addTask { try? await worker.run { loop.run() } }
                var clients: [Int: Mailbox<LineBuffer.Line>] = [:]
                while let received = await loop.received.next() {
                    clients = clients.filter { !$0.value.isClosed }
                    for request in received {
                        let lines: Mailbox<LineBuffer.Line>
                        if let known = clients[request.client] {
                            lines = known
                        } else {
                            lines = Mailbox()
                            clients[request.client] = lines
                            group.addTask { await serve(request.client, lines) }
                        }
                        lines.post(request.line)
                    }
                }
                group.cancelAll()
            }
        } onCancel: {
            loop.stop()
        }
    }

    /// Serves a client until it has left and all its commands are performed.
    private func serve(_ client: Int, _ lines: Mailbox<LineBuffer.Line>) async {
        await withDiscardingTaskGroup { group in
            group.addTask {
                await loop.waitForEnd(of: client)
                lines.close()
            }
            var isWatching = false
            while let batch = await lines.next() {
                for line in batch {
                    // The received lines of a client that does not read wait, too; those of one that has left do not.
                    _ = await loop.waitForRoom(for: client, below: SocketLoop.mostUnsent)
                    let (answer, events) = await answer(line)
                    loop.send(answer.text, to: client, answers: true)
                    guard let events, !isWatching else { continue }
                    isWatching = true
                    group.addTask { await watch(events, for: client) }
                }
            }
        }
    }

    /// Sends events to a client until it leaves.
    private func watch(_ events: AsyncStream<AppStoreEvent>, for client: Int) async {
        await withTaskGroup(of: Void.self) { group in
            group.addTask {
                for await event in events {
                    guard await loop.waitForRoom(for: client, below: SocketLoop.watcherRoom) else { return }
                    let event = await event.steeringJSON(in: stores.appStore)
                    let line = JSONValue.object(["v": .number("\(Self.version)"), "event": event])
                    loop.send(line.text, to: client, answers: false)
                }
            }
            group.addTask { await loop.waitForEnd(of: client) }
            await group.next()
            group.cancelAll()
        }
    }

    /// Returns the answer to a line, and the events from then on if the client requested them.
    private func answer(_ line: LineBuffer.Line) async -> (JSONValue, AsyncStream<AppStoreEvent>?) {
        var id: JSONValue?
        do {
            guard case .whole(let bytes) = line else {
                throw BackendFailure(
                    .invalidRequest, "A line has at most \(LineBuffer.longestLine) bytes. Send a shorter request.")
            }
            let members = try SteeringRequest.members(of: bytes)
            // First: an error has the identifier of its request, too.
            id = members["id"]
            let request = try SteeringRequest(members)
            let events = request.name == "watch" ? stores.appStore.events : nil
            return (Self.line(id, "ok", try await stores.perform(request)), events)
        } catch {
            let (code, message) = Self.words(for: error)
            return (Self.line(id, "error", .object(["code": .string(code), "message": .string(message)])), nil)
        }
    }

    private static func words(for error: any Error) -> (code: String, message: String) {
        switch error {
        case let error as BackendFailure: (error.code.rawValue, error.message)
        case let failure as PurchaseFailure: (failure.code.rawValue, failure.message)
        default: (PurchaseFailure.Code.unknown.rawValue, "\(error)")
        }
    }

    private static func line(_ id: JSONValue?, _ key: String, _ value: JSONValue) -> JSONValue {
        .object(["v": .number("\(version)"), "id": id ?? .null, key: value])
    }
}

/// The controlled App Store, and the app's store on it, if the app has attached one.
struct SteeredStores: Sendable {
    let appStore: EmbeddedAppStore
    let store: PurchaseStore?

    /// Performs a request.
    ///
    /// - Returns: the content of the answer.
    /// - Throws: `BackendFailure` or `PurchaseFailure`.
    func perform(_ request: SteeringRequest) async throws -> JSONValue {
        if request.name == "help" {
            let names = Array(SteeringCommands.all.keys) + (store == nil ? [] : Array(SteeringStoreCommands.all.keys))
            return .object(["commands": .array((names + ["help"]).sorted().map { .string($0) })])
        }
        if let command = SteeringCommands.all[request.name] { return try await command(appStore, request) }
        guard let command = SteeringStoreCommands.all[request.name] else {
            throw SteeringRequest.invalid(
                "There is no command \"\(request.name.prefix(64))\". \"help\" lists all commands.")
        }
        guard let store else {
            throw SteeringRequest.invalid(
                "\"\(request.name)\" is for the app's store, which this app has not attached. Pass it to listen(at:store:)."
            )
        }
        return try await command(store, request)
    }
}
