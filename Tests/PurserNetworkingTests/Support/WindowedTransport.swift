import Purser
import PurserNetworking

/// The platform's URL loading, by which so many bytes are asked for at a time.
struct WindowedTransport: HTTPTransport {
    /// How many; `nil` for as many as there are.
    let windowBytes: Int64?

    func send(_ request: HTTPRequest, to receiver: any HTTPReceiver) async throws {
        try await URLSessionTransport.shared.send(request, to: receiver)
    }
}
