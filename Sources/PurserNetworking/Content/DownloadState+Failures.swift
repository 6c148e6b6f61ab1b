import Foundation
import Purser

// The failures of a download.
extension DownloadState {
    func noFile(_ response: HTTPResponse) -> HTTPFailure {
        HTTPFailure(
            .invalidAnswer, url, status: response.status,
            "The server answered with status \(response.status), which has no file. Correct the address.",
            retry: .permanent)
    }

    func tooLarge() -> HTTPFailure {
        HTTPFailure(
            .tooLarge, url,
            "The file has more than \(most) bytes, which exceeds the limit. Raise the limit, or correct the file.",
            retry: .permanent)
    }

    func otherSize(_ total: Int64, _ expected: Int64, _ response: HTTPResponse) -> HTTPFailure {
        HTTPFailure(
            .invalidAnswer, url, status: response.status,
            "The file has \(total) bytes and should have \(expected). Correct the address or the expected size.",
            retry: .permanent)
    }

    func packed(_ packing: String, _ response: HTTPResponse) -> HTTPFailure {
        HTTPFailure(
            .invalidAnswer, url, status: response.status,
            "The server sent the file compressed (\"\(packing.prefix(40))\"), although the request excludes it, and "
                + "the end of a compressed file cannot be checked. Turn compression off on the server for this "
                + "address.",
            retry: .permanent)
    }

    /// The server's answer cannot be true of the file, or not of the downloaded one.
    func invalid(_ message: String, status: Int? = nil) -> HTTPFailure {
        HTTPFailure(.invalidAnswer, url, status: status, message + " It is downloaded again.")
    }

    func incomplete(_ length: Int64) -> HTTPFailure {
        HTTPFailure(
            .incomplete, url, "The connection ended after \(bytes) of \(length) bytes. The rest is downloaded later.")
    }
}

/// A file turned out to be too large for networks that are paid by the byte: it is requested over other networks only.
struct TooMuchForMeteredNetworks: Error {}

/// A server's answers show that the downloaded part is useless: the file is requested again, at once.
struct AsksAnew: Error {}
