public import Foundation

/// A request to a server.
public struct HTTPRequest: Sendable, Hashable {
    /// The address.
    public var url: URL
    /// The method, such as `GET`.
    public var method: String
    /// The header fields; their names are compared without regard to capitals.
    public var headers: [String: String]
    /// The body; `nil` for none.
    public var body: Data?
    /// Whether it may use a network that the customer pays for by the byte, such as a cellular one.
    public var allowsMeteredNetworks = true
    /// Whether redirections are followed; if not, the answer with the redirection is returned.
    public var followsRedirections = true
    /// Whether it must not reach the server twice.
    ///
    /// URL loading repeats a request automatically when a connection that was kept open ends before the answer. Such a
    /// transport must send this request over a new connection, and never again.
    public var isSentOnce = false

    /// A request; by default a plain `GET` over any network.
    public init(_ url: URL, method: String = "GET", headers: [String: String] = [:], body: Data? = nil) {
        self.url = url
        self.method = method
        self.headers = headers
        self.body = body
    }
}

extension HTTPRequest: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The method and the address without its query: header fields, query and body may be secret.
    public var description: String { "\(method) \(url.withoutSecrets)" }
    /// The same text as ``description``.
    public var debugDescription: String { description }
    /// The method and the address without its query.
    public var customMirror: Mirror { Mirror(self, children: ["method": method, "url": url.withoutSecrets]) }
}

extension URL {
    /// The address without the parts that may be secret: user, password, query and fragment.
    var withoutSecrets: String {
        var parts = URLComponents(url: self, resolvingAgainstBaseURL: false)
        parts?.query = nil
        parts?.fragment = nil
        parts?.user = nil
        parts?.password = nil
        return parts?.string ?? host ?? ""
    }
}

/// The head of a server's answer: status, address and header fields.
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

/// Receives an answer piece by piece, on any thread, one call after another.
public protocol HTTPReceiver: Sendable {
    /// Receives the head of the answer; the body follows.
    ///
    /// - Throws: an error that ends the exchange.
    func begins(_ response: HTTPResponse) throws

    /// Receives a piece.
    ///
    /// It may block; the transport keeps the data that arrives meanwhile in memory.
    ///
    /// - Throws: an error that ends the exchange.
    func receive(_ piece: Data) throws
}

/// Sends requests, and passes on the answers of servers.
///
/// ``URLSessionTransport`` is the usual one; an app or a test may have its own.
public protocol HTTPTransport: Sendable {
    /// Sends a request, and returns when the server has sent everything.
    ///
    /// Redirections to `http` and `https` are followed, but not from `https` to `http`, not through too many steps, and
    /// not for a request with a body, which would be lost: such an answer is passed on unchanged.
    ///
    /// - Throws: the receiver's error; `CancellationError` when the task was cancelled; ``HTTPFailure`` when the
    ///   server could not be reached or the connection broke.
    func send(_ request: HTTPRequest, to receiver: any HTTPReceiver) async throws

    /// How many bytes of a file are requested at a time; `nil` for all.
    ///
    /// For transports that keep data in memory until it is received, or that begin no other request meanwhile: this is the most
    /// that they keep, if the server can send parts of its file. A transport that wraps another one returns the value of that one.
    var windowBytes: Int64? { get }
}

extension HTTPTransport {
    /// `nil`: a file is requested as a whole.
    public var windowBytes: Int64? { nil }
}
