import Foundation
import Purser

/// The process's own standard output and standard error.
///
/// Promises: the whole text is written before a call returns; if the consumer of the output has ended (`| head`), only
/// the rest of the text is lost, and the command still completes.
final class Console: Sendable {
    private let state = Lock((isClosed: false, failure: Int32?.none))

    /// Replaces a closed standard descriptor by the null device.
    ///
    /// Otherwise the next opened file would become standard output.
    init() {
        for descriptor in Int32(0)...2 where fcntl(descriptor, F_GETFD) == -1 {
            _ = open("/dev/null", O_RDWR)
            if descriptor == 1 { state.withLock { $0 = (true, EBADF) } }
        }
    }

    var output: Output {
        Output(
            style: .fitting(isTerminal: isatty(1) == 1, environment: ProcessInfo.processInfo.environment),
            width: (Terminal.width(of: 1), Terminal.width(of: 2)), out: { [self] in send($0) },
            error: { Self.put(Array($0.utf8), to: 2) }, closed: { [self] in state.withLock { $0.isClosed } })
    }

    /// The exit status: that of the command, unless its output could not be written.
    func status(after status: Int32) -> Int32 {
        guard let failure = state.withLock({ $0.failure }) else { return status }
        output.complain("purser: the output could not be written (\(Self.words(for: failure)))")
        return status == ExitStatus.success ? ExitStatus.failure : status
    }

    static var readsFromTerminal: Bool { isatty(0) == 1 }

    /// Whether standard input and output are a terminal that can move its cursor.
    static var canEditLines: Bool {
        readsFromTerminal && isatty(1) == 1 && ProcessInfo.processInfo.environment["TERM"] ?? "dumb" != "dumb"
    }

    private func send(_ text: String) {
        state.withLock { state in
            guard !state.isClosed else { return }
            guard let error = Self.put(Array(text.utf8), to: 1) else { return }
            state.isClosed = true
            // An ended consumer of the output is not a failure.
            if error != EPIPE { state.failure = error }
        }
    }

    /// Writes all bytes; returns the error number if that is impossible.
    @discardableResult
    private static func put(_ bytes: [UInt8], to descriptor: Int32) -> Int32? {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
            if count >= 0 {
                rest = rest.dropFirst(count)
            } else if errno == EAGAIN {
                // The terminal is non-blocking: wait until it accepts more.
                var request = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                _ = poll(&request, 1, -1)
            } else if errno != EINTR {
                return errno
            }
        }
        return nil
    }

    private static func words(for error: Int32) -> String {
        switch error {
        case ENOSPC: "the disk is full"
        case EBADF: "standard output is closed"
        default: "error \(error)"
        }
    }
}

enum ExitStatus {
    static let success: Int32 = 0
    static let failure: Int32 = 1
    /// The command line is invalid: `EX_USAGE` of `sysexits.h`.
    static let usage: Int32 = 64
}
