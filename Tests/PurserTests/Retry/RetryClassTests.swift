import Foundation
import Purser
import Testing

@Suite("Retry classes")
struct RetryClassTests {
    private struct Classified: RetryClassifying { let retryClass: RetryClass }
    private struct Unknown: Error {}

    @Test(
        "R1: an error that knows its class says so",
        arguments: [RetryClass.retryable(after: .seconds(3)), .permanent, .user])
    func ownWord(retryClass: RetryClass) { #expect(RetryClass(of: Classified(retryClass: retryClass)) == retryClass) }

    @Test("R1: a cancellation of somebody else's and an unknown error are worth a retry")
    func defaults() {
        #expect(RetryClass(of: CancellationError()) == .retryable())
        #expect(RetryClass(of: URLError(.cancelled)) == .retryable())
        #expect(RetryClass(of: Unknown()) == .retryable())
    }

    @Test(
        "R1: what passes with time is retryable",
        arguments: [
            URLError.Code.timedOut, .notConnectedToInternet, .networkConnectionLost, .cannotFindHost,
            .cannotConnectToHost,
            .dnsLookupFailed, .secureConnectionFailed, .serverCertificateUntrusted, .serverCertificateHasBadDate,
            .unknown,
        ])
    func passingNetworkErrors(code: URLError.Code) { #expect(RetryClass(of: URLError(code)) == .retryable()) }

    @Test(
        "R1: what no waiting can change is permanent",
        arguments: [
            URLError.Code.badURL, .unsupportedURL, .httpTooManyRedirects, .redirectToNonExistentLocation,
            .userAuthenticationRequired, .appTransportSecurityRequiresSecureConnection, .fileDoesNotExist,
            .fileIsDirectory,
            .noPermissionsToReadFile, .dataLengthExceedsMaximum, .clientCertificateRejected, .clientCertificateRequired,
        ])
    func finalNetworkErrors(code: URLError.Code) { #expect(RetryClass(of: URLError(code)) == .permanent) }

    @Test("R1: a person who declined to sign in is not asked again")
    func declinedSignIn() { #expect(RetryClass(of: URLError(.userCancelledAuthentication)) == .permanent) }

    @Test("R1: used-up retries are not retried by an outer stage, and say what happened")
    func exhausted() {
        let error = RetryFailure(stage: .finish, attempts: 3, elapsed: .seconds(7), underlying: Unknown())
        #expect(RetryClass(of: error) == .permanent)
        #expect(
            "\(error)".hasPrefix(
                "The finish stage did not succeed in 3 attempts over 7.0 seconds. Last error: Unknown()."))
    }
}
