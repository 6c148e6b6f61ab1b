public import Foundation
public import Purser

/// Content on a server: one file, fetched over HTTP.
///
/// A failed attempt keeps the received bytes, also when the program ends, and the next one requests the rest if the file is
/// still the same (`Range`, `If-Range`). Temporary failures are retried by `retries.download`, and not before the time that the
/// server names (`Retry-After`). With a transport that cannot make a server wait, the file is requested in parts
/// (``HTTPTransport/windowBytes``), if the server can send them.
public struct RemoteContentSource: ContentSource {
    /// The address of the file.
    public var url: URL
    /// The required size of the file in bytes; `nil` if the app has not set it.
    public var expectedBytes: Int64?
    /// The greatest allowed size in bytes; `ContentPolicy.limits` may allow less.
    public var maximumBytes: Int64
    /// The SHA-256 of the file, in hexadecimal digits; `nil` when it is not checked.
    ///
    /// On Apple's platforms CryptoKit checks it, elsewhere swift-crypto, with the package trait `Verification`.
    public var sha256: String?
    /// The attempt ends after this time without data.
    public var stallLimit: Duration
    private let transport: any HTTPTransport
    private let clock: any StoreClock

    /// A file on a server.
    ///
    /// - Parameters:
    ///   - url: its `http:` or `https:` address.
    ///   - expectedBytes: its required size in bytes; `nil` if it is not known.
    ///   - sha256: its required SHA-256, in hexadecimal digits; `nil` when it is not checked.
    ///   - maximumBytes: the greatest allowed size; 16 GiB by default.
    ///   - stallLimit: an attempt ends after this time without data.
    ///   - transport: the transport for requests to the server.
    ///   - clock: the clock that measures the limit; the same as the store's, if an app has its own.
    public init(
        _ url: URL, expectedBytes: Int64? = nil, sha256: String? = nil, maximumBytes: Int64 = 16 << 30,
        stallLimit: Duration = .seconds(30), transport: any HTTPTransport = URLSessionTransport.shared,
        clock: any StoreClock = SystemClock()
    ) {
        self.url = url
        self.expectedBytes = expectedBytes
        self.maximumBytes = maximumBytes
        self.sha256 = sha256
        self.stallLimit = stallLimit
        self.transport = transport
        self.clock = clock
    }

    /// Fetches the file, or the part that an earlier attempt did not fetch.
    ///
    /// - Throws: ``HTTPFailure``; `CocoaError` of the file system.
    public func fetch(_ request: ContentRequest, with work: ContentWork) async throws {
        guard ["http", "https"].contains(url.scheme?.lowercased() ?? "") else {
            throw HTTPFailure(
                .invalidAnswer, url, "This is not an http or https address. Correct it.", retry: .permanent)
        }
        // Before anything is fetched needlessly.
        let digest = try sha256.map { try FileDigest(sha256: $0, url) }
        let file: PartialFile
        do {
            file = try await fetch(work, allowsMetered: true)
        } catch is TooMuchForMeteredNetworks {
            file = try await fetch(work, allowsMetered: false)
        }
        do { try digest?.check(file.body, url) } catch {
            file.discard()
            throw error
        }
        try hand(file.body, to: work.stagingDirectory.appendingPathComponent(fileName))
    }

    /// - Parameter allowsMetered: whether networks that are paid by the byte may be used; then a file that turns out
    ///   to be larger than allowed there is rejected.
    private func fetch(_ work: ContentWork, allowsMetered: Bool) async throws -> PartialFile {
        let metered = allowsMetered ? work.limits.meteredBytes.map { max(0, $0) } : nil
        let file = PartialFile(
            self, in: work.partialDirectory, most: min(maximumBytes, work.limits.bytes ?? .max), metered: metered,
            window: transport.windowBytes, now: { [clock] in clock.currentDate() },
            reporting: { work.report($0, of: $1) }
        )
        defer { file.close() }
        // A file that is known to be too large is not even requested.
        if let metered, metered == 0 || file.total ?? expectedBytes ?? 0 > metered { throw TooMuchForMeteredNetworks() }
        do {
            try await exchange(file, allowsMetered: allowsMetered)
        } catch let failure as HTTPFailure where !allowsMetered {
            throw failure.overUnmeteredNetworks
        }
        return file
    }

    /// Puts the file into the content's folder, and keeps it in its place.
    ///
    /// A program that is killed before the content is installed need not fetch it again. Both are one file on the disk,
    /// if the file system can do that.
    private func hand(_ file: URL, to destination: URL) throws {
        do {
            try FileManager.default.linkItem(at: file, to: destination)
        } catch {
            try FileManager.default.moveItem(at: file, to: destination)
        }
    }

    /// Requests one part after the other.
    private func fetchParts(_ file: PartialFile, allowsMetered: Bool) async throws {
        while true {
            var request = file.request
            request.allowsMeteredNetworks = allowsMetered
            do {
                try await transport.send(request, to: file)
                guard try file.ended() else { return }
            } catch is AsksAnew {
                continue
            }
        }
    }

    /// Fetches the file, and ends when nothing arrives for too long.
    private func exchange(_ file: PartialFile, allowsMetered: Bool) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await fetchParts(file, allowsMetered: allowsMetered) }
            group.addTask {
                var seen: Int64 = -1
                while true {
                    let bytes = file.bytes
                    guard bytes != seen else {
                        throw HTTPFailure(
                            .stalled, url,
                            "Nothing arrived for \(stallLimit). The downloaded part is kept; the rest is downloaded "
                                + "later.")
                    }
                    seen = bytes
                    try await clock.sleep(for: stallLimit)
                }
            }
            defer { group.cancelAll() }
            _ = try await group.next()
        }
    }

    /// The last part of the address, where it can be the name of a file.
    private var fileName: String {
        let name = url.lastPathComponent
        let isName =
            !name.isEmpty && name != "/" && !name.hasPrefix(".") && !name.contains("/") && name.utf8.count <= 255
        return isName ? name : "content"
    }
}
