import Foundation
import Purser

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// A server on this machine that answers as a test says, well or badly; one connection, one request.
final class LoopbackServer: Sendable {
    /// One request, and how to answer it.
    struct Exchange: Sendable {
        /// The request line and the header fields, with small letters.
        let head: String
        /// What follows the header fields, as long as they say.
        let body: [UInt8]
        fileprivate let socket: Int32

        /// The value of a header field.
        func header(_ name: String) -> String? {
            head.split(separator: "\r\n").first { $0.hasPrefix(name + ":") }.map {
                $0.dropFirst(name.count + 1).trimmingCharacters(in: .whitespaces)
            }
        }

        /// The number of the first byte that is asked for; `nil` when everything is.
        var rangeStart: Int? { rangeParts.first.flatMap { Int($0) } }

        /// The number of the last byte that is asked for; `nil` when everything behind the first one is.
        var rangeLast: Int? { rangeParts.last.flatMap { Int($0) } }

        private var rangeParts: [Substring] {
            guard let field = header("range"), field.hasPrefix("bytes=") else { return [] }
            return field.dropFirst(6).split(separator: "-", maxSplits: 1, omittingEmptySubsequences: false)
        }

        /// Sends bytes; whether the client took them.
        @discardableResult
        func send(_ bytes: some Collection<UInt8>) -> Bool {
            var rest = Array(bytes)[...]
            while !rest.isEmpty {
                let sent = rest.withUnsafeBytes { write(socket, $0.baseAddress, $0.count) }
                guard sent > 0 else { return false }
                rest = rest.dropFirst(sent)
            }
            return true
        }

        /// Sends a status line and header fields.
        func begin(_ status: Int, _ fields: [String] = []) {
            send("HTTP/1.1 \(status) Answer\r\nConnection: close\r\n\(fields.map { $0 + "\r\n" }.joined())\r\n".utf8)
        }
    }

    private let listener: Int32
    private let port: UInt16
    private let heads = Lock<[String]>([])

    /// Begins to listen.
    init(_ answer: @escaping @Sendable (Exchange, _ number: Int) -> Void) throws {
        // A client that goes away must not end the tests.
        signal(SIGPIPE, SIG_IGN)
        #if canImport(Darwin)
            listener = socket(AF_INET, SOCK_STREAM, 0)
        #else
            listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        #endif
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let listener = listener
        let isBound = withUnsafeMutablePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(listener, $0, length) == 0 && listen(listener, 16) == 0 && getsockname(listener, $0, &length) == 0
            }
        }
        guard isBound else { throw POSIXError(.EADDRNOTAVAIL) }
        port = UInt16(bigEndian: address.sin_port)
        Thread.detachNewThread { [heads] in
            while true {
                let socket = accept(listener, nil, nil)
                guard socket >= 0 else {
                    // Here and not in `deinit`: another server may get the same number, whose requests would be answered here.
                    #if !canImport(Darwin)
                        close(listener)
                    #endif
                    return
                }
                Thread.detachNewThread {
                    defer { close(socket) }
                    guard let head = Self.readHead(socket) else { return }
                    let number = heads.withLock { heads in
                        heads.append(head)
                        return heads.count
                    }
                    answer(Exchange(head: head, body: Self.readBody(head, socket), socket: socket), number)
                }
            }
        }
    }

    deinit {
        shutdown(listener, Int32(SHUT_RDWR))
        // Elsewhere the thread that accepts is woken by the line above, and closes it.
        #if canImport(Darwin)
            close(listener)
        #endif
    }

    /// The requests so far.
    var requests: [String] { heads.withLock { $0 } }

    /// An address on this server.
    func url(_ path: String) -> URL { .web("http://127.0.0.1:\(port)\(path)") }

    private static func readBody(_ head: String, _ socket: Int32) -> [UInt8] {
        let field = "content-length: "
        let line = head.split(separator: "\r\n").first { $0.hasPrefix(field) }
        guard let count = line.flatMap({ Int($0.dropFirst(field.count)) }), count > 0 else { return [] }
        var bytes = [UInt8](repeating: 0, count: count)
        var filled = 0
        while filled < count {
            let got = bytes.withUnsafeMutableBytes { buffer in
                read(socket, buffer.baseAddress?.advanced(by: filled), count - filled)
            }
            guard got > 0 else { break }
            filled += got
        }
        return Array(bytes[..<filled])
    }

    private static func readHead(_ socket: Int32) -> String? {
        var bytes: [UInt8] = []
        var byte: UInt8 = 0
        while !bytes.suffix(4).elementsEqual("\r\n\r\n".utf8) {
            guard bytes.count < 65_536, read(socket, &byte, 1) == 1 else { return nil }
            bytes.append(byte)
        }
        let lines = String(decoding: bytes, as: UTF8.self).components(separatedBy: "\r\n")
        return lines.map { line in
            guard let colon = line.firstIndex(of: ":"), !line.hasPrefix("GET") else { return line }
            return line[..<colon].lowercased() + line[colon...]
        }.joined(separator: "\r\n")
    }
}

extension URL {
    /// An address on the web.
    static func web(_ address: String) -> URL { URL(string: address) ?? URL(fileURLWithPath: address) }
}
