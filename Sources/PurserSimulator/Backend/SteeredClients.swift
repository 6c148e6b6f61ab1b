import Purser

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Answers the clients of a socket: one line for each line, in the client's order, and events for those that watch.
struct SteeredClients: Sendable {
    /// The version of the protocol.
    static let version = 1

    let store: EmbeddedAppStore
    let loop: SocketLoop

    /// Serves until the loop has ended or the task is cancelled.
    func serve() async {
        let worker = BlockingWorker(label: "purser.attach")
        await withTaskCancellationHandler {
            await withDiscardingTaskGroup { group in
                group.addTask { try? await worker.run { loop.run() } }
                var watching: Set<Int> = []
                while let received = await loop.received.next() {
                    for request in received {
                        let events = store.events
                        let (answer, watches) = await answer(request.line)
                        loop.send(answer.text, to: request.client, answers: true)
                        guard watches, watching.insert(request.client).inserted else { continue }
                        group.addTask { await watch(events, for: request.client) }
                    }
                }
                group.cancelAll()
            }
        } onCancel: {
            loop.stop()
        }
    }

    /// Sends events to a client until it leaves.
    private func watch(_ events: AsyncStream<AppStoreEvent>, for client: Int) async {
        await withTaskGroup(of: Void.self) { group in
            group.addTask {
                for await event in events {
                    guard await loop.waitForRoom(for: client) else { return }
                    let line = JSONValue.object(["v": .number("\(Self.version)"), "event": event.json])
                    loop.send(line.text, to: client, answers: false)
                }
            }
            group.addTask { await loop.waitForEnd(of: client) }
            await group.next()
            group.cancelAll()
        }
    }

    /// The answer to a line, and whether the client wants events from then on.
    private func answer(_ line: LineBuffer.Line) async -> (JSONValue, watches: Bool) {
        var id: JSONValue?
        do {
            guard case .whole(let bytes) = line else {
                throw BackendError(
                    .invalidRequest, "A line has at most \(LineBuffer.longestLine) bytes. Send a shorter request.")
            }
            var request = try SteeringRequest(bytes)
            id = request.id
            let result = try await request.perform(on: store)
            return (Self.line(id, "ok", result), request.name == "watch")
        } catch {
            let error = error as? BackendError ?? BackendError(.unknown, "\(error)")
            return (
                Self.line(
                    id, "error", .object(["code": .string(error.code.rawValue), "message": .string(error.message)])),
                false
            )
        }
    }

    private static func line(_ id: JSONValue?, _ key: String, _ value: JSONValue) -> JSONValue {
        .object(["v": .number("\(version)"), "id": id ?? .null, key: value])
    }
}
