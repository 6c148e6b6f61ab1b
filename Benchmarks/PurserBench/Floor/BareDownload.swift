import Foundation
import Purser

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// One file fetched by the platform's URL loading alone, by a delegate that writes what comes into a file.
///
/// It promises nothing: no limit, no check, no going on after a failure, nothing made safe.
final class BareDownload: NSObject, URLSessionDataDelegate, Sendable {
    private struct State {
        let file: FileHandle
        var bytes = 0
        var caller: CheckedContinuation<Int, any Error>?
        var failure: (any Error)?
    }

    private let state: Lock<State>

    private init(_ file: FileHandle) { state = Lock(State(file: file)) }

    /// Fetches a file.
    ///
    /// - Returns: how many bytes were written.
    static func run(_ url: URL, into path: String) async throws -> Int {
        guard FileManager.default.createFile(atPath: path, contents: nil) else { throw WrongRun("no file at \(path)") }
        defer { try? FileManager.default.removeItem(atPath: path) }
        let file = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
        defer { try? file.close() }
        let download = BareDownload(file)
        // It is never invalidated, which may crash on some platforms.
        let session = URLSession(configuration: .ephemeral, delegate: download, delegateQueue: nil)
        return try await withCheckedThrowingContinuation { caller in
            download.state.withLock { $0.caller = caller }
            session.dataTask(with: url).resume()
        }
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        state.withLock { state in
            do { try state.file.write(contentsOf: data) } catch { state.failure = error }
            state.bytes += data.count
        }
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        let (caller, end) = state.withLock { state -> (CheckedContinuation<Int, any Error>?, Result<Int, any Error>) in
            defer { state.caller = nil }
            return (state.caller, (error ?? state.failure).map { .failure($0) } ?? .success(state.bytes))
        }
        caller?.resume(with: end)
    }
}
