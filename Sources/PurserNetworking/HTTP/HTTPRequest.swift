public import Foundation

/// What is asked of a server.
public struct HTTPRequest: Sendable, Hashable {
    /// The address.
    public var url: URL
    /// The method, such as `GET`.
    public var method: String
    /// The header fields; their names are compared without regard to capitals.
    public var headers: [String: String]
    /// What is sent; `nil` for nothing.
    public var body: Data?
    /// Whether it may travel over a cellular network, or another one that the customer pays for by the byte.
    public var allowsMeteredNetworks = true
    /// Whether a redirection is followed; where it is not, the answer that names it is handed on.
    public var followsRedirections = true

    /// A request; a plain `GET` over any network unless something else is said.
    public init(_ url: URL, method: String = "GET", headers: [String: String] = [:], body: Data? = nil) {
        self.url = url
        self.method = method
        self.headers = headers
        self.body = body
    }
}

/// How a server answers, before what it sends.
public struct HTTPResponse: Sendable, Hashable {
    /// The status, such as 200.
    public var status: Int
    /// The address that answered, after all redirections.
    public var url: URL
    private let fields: [String: String]

    /// An answer.
    ///
    /// - Parameters:
    ///   - status: the status.
    ///   - url: the address that answered.
    ///   - headers: the header fields; the values of names that differ in capitals alone are joined by commas.
    public init(status: Int, url: URL, headers: [String: String] = [:]) {
        self.status = status
        self.url = url
        fields = Dictionary(
            headers.sorted { $0.key < $1.key }.map { ($0.key.lowercased(), $0.value) },
            uniquingKeysWith: { "\($0), \($1)" })
    }

    /// The value of a header field; its name is compared without regard to capitals.
    public func header(_ name: String) -> String? {
        guard let value = fields[name.lowercased()] else { return nil }
        let isBlank: (Character) -> Bool = { $0 == " " || $0 == "\t" }
        let end = value.lastIndex { !isBlank($0) }.map { value.index(after: $0) } ?? value.startIndex
        return String(value[..<end].drop(while: isBlank))
    }
}

/// Takes what a server sends, piece by piece, on any thread, one call after the other.
public protocol HTTPReceiver: Sendable {
    /// The server answers; what it sends follows.
    ///
    /// - Throws: what ends the exchange.
    func begins(_ response: HTTPResponse) throws

    /// A piece arrived.
    ///
    /// It may block: what the transport reads meanwhile lies in memory.
    ///
    /// - Throws: what ends the exchange.
    func receive(_ piece: Data) throws
}

/// Sends requests, and hands on what servers answer.
///
/// ``URLSessionTransport`` is the usual one; an app or a test may have its own.
public protocol HTTPTransport: Sendable {
    /// Sends a request, and returns when the server has sent everything.
    ///
    /// Redirections to `http` and `https` are followed, but never from `https` to `http`, on and on, or where something was sent,
    /// which would be lost: such an answer is handed on as it is.
    ///
    /// - Throws: what the receiver throws; `CancellationError` when the task was cancelled; ``HTTPFailure`` when the server
    ///   could not be reached or the connection broke.
    func send(_ request: HTTPRequest, to receiver: any HTTPReceiver) async throws

    /// How many bytes of a file are asked for at a time; `nil` for as many as there are.
    ///
    /// For transports that cannot make a server wait, and hold in memory what arrives before it is taken: that is no more
    /// than this then, where the server can send parts of its file. A transport that wraps another one hands on what that says.
    var windowBytes: Int64? { get }
}

extension HTTPTransport {
    /// As many as there are.
    public var windowBytes: Int64? { nil }
}
