public import Foundation
public import Purser

/// The failure of a request to a server.
public struct HTTPFailure: StoreFailure, RetryClassifying {
    /// The kinds of failures; more may be added.
    public struct Code: FailureCode {
        /// A stable name.
        public var rawValue: String
        /// A code by its name.
        public init(rawValue: String) { self.rawValue = rawValue }
        /// The server could not be reached, or the connection broke.
        public static let connection = Self(rawValue: "connection")
        /// Nothing arrived for too long.
        public static let stalled = Self(rawValue: "stalled")
        /// The server sent less than it announced.
        public static let incomplete = Self(rawValue: "incomplete")
        /// The server rejected the request, by its status.
        public static let status = Self(rawValue: "status")
        /// The server's answer contradicts itself or the request.
        public static let invalidAnswer = Self(rawValue: "invalidAnswer")
        /// The answer is larger than the app allows.
        public static let tooLarge = Self(rawValue: "tooLarge")
        /// The file has another digest than the app expects.
        public static let wrongDigest = Self(rawValue: "wrongDigest")
        /// This program cannot check digests.
        public static let digestUnavailable = Self(rawValue: "digestUnavailable")
        /// A redirection led to an address that is not `http` or `https`, from `https` to `http`, or through too many steps.
        public static let redirection = Self(rawValue: "redirection")
    }

    /// The code of the error.
    public let code: Code
    /// The requested address.
    public let url: URL
    /// The status of the answer, if there was one.
    public let status: Int?
    /// What happened and what to do next.
    public let message: String
    /// Whether a retry may help, and the wait that the server requested.
    public let retryClass: RetryClass
    /// Whether certainly nothing of the request reached the server; `false` if that is unknown.
    public let isUnsent: Bool

    /// A failure; by default it is retryable, and the request may have reached the server.
    public init(
        _ code: Code, _ url: URL, status: Int? = nil, _ message: String, retry: RetryClass = .retryable(),
        isUnsent: Bool = false
    ) {
        self.isUnsent = isUnsent
        self.code = code
        self.url = url
        self.status = status
        self.message = message
        retryClass = retry
    }

    /// The code, the message and the address without its query, which may be secret.
    public var description: String { "\(code.rawValue): \(message) [\(url.withoutSecrets)]" }
}

extension HTTPFailure {
    /// The same failure, where the connection could have been made over a network that is paid by the byte.
    var overUnmeteredNetworks: HTTPFailure {
        guard code == .connection else { return self }
        return HTTPFailure(
            code, url, status: status,
            message
                + " It is too large for metered networks: it waits for another network, such as Wi-Fi.",
            retry: retryClass, isUnsent: isUnsent)
    }
}

extension HTTPFailure {
    /// The failure of a status that is no success; `nil` for success.
    ///
    /// Temporary statuses are retried: 408, 425, 429 and those of the server (RFC 9110, section 15). A server that
    /// names a pause (`Retry-After`) is not called before its end.
    ///
    /// - Parameter now: the current date, for pauses that are reported as a date.
    init?(status response: HTTPResponse, now: Date) {
        let status = response.status
        guard !(200...299).contains(status) else { return nil }
        let isPassing = [408, 425, 429].contains(status) || (500...599).contains(status)
        let advice: String =
            switch status {
            case 304: "The request was not conditional. Correct the server."
            case 300...399:
                "The redirection is not followed: its address is not http or https or has no valid port, its status is "
                    + "not supported, it leads from https to http, it repeats too often, or it would send the body to "
                    + "another server. Correct the address."
            case 401, 403: "The server does not allow it. Correct the address or the credentials."
            case 404, 410: "It does not exist. Add it, or correct the address."
            case 429: "There are too many requests; it is requested again later."
            case _ where isPassing: "It is requested again later."
            default: "Correct the request."
            }
        let wait = response.header("Retry-After").flatMap { RetryAfter.duration($0, now: now) }
        self.init(
            (300...399).contains(status) && status != 304 ? .redirection : .status, response.url, status: status,
            "The server answered with status \(status). \(advice)",
            retry: isPassing ? .retryable(after: wait) : .permanent)
    }
}

/// The header field with which a server names the time of the next attempt (RFC 9110, section 10.2.3): seconds, or a
/// date.
enum RetryAfter {
    /// The pause; `nil` when the field is neither.
    ///
    /// A date that has passed is no pause; none is longer than a day.
    static func duration(_ field: String, now: Date) -> Duration? {
        let day = Duration.seconds(86_400)
        if !field.isEmpty, field.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) {
            return UInt64(field).map { min(.seconds(Int64(clamping: $0)), day) } ?? day
        }
        guard let date = HTTPDate.parse(field, now: now) else { return nil }
        let seconds = date.timeIntervalSince(now)
        guard seconds.isFinite, seconds > 0 else { return .zero }
        return seconds < 86_400 ? .milliseconds(Int64(seconds * 1_000)) : day
    }
}
