/// Whether a failure is retried.
public enum RetryClass: Sendable, Hashable {
    /// The failure is transient: another attempt may succeed.
    ///
    /// Write `.retryable()` when no wait is known. When the server has requested a pause, no attempt is made before
    /// `after` has passed.
    case retryable(after: Duration? = nil)

    /// Another attempt would fail in the same way.
    case permanent

    /// A person cancelled or declined.
    ///
    /// There is no other attempt, because that would ask the person again.
    case user
}

/// An error with its own retry class.
///
/// Make the errors of your handlers conform to it, to declare them permanent or to pass on a server's wait hint.
public protocol RetryClassifying: Error {
    /// The retry class of this failure.
    var retryClass: RetryClass { get }
}

extension RetryClass {
    /// The class of any error, which decides in every stage.
    ///
    /// - An error that conforms to `RetryClassifying` has its own class. Only such an error can be a person's
    ///   decision: a ``BackendFailure`` is, when the customer cancelled.
    /// - `CancellationError` and a cancelled request (`URLError.cancelled`) are `.retryable`. They mean that other
    ///   code cancelled its own work, for example a library that drops a request when the app goes to the background. A
    ///   cancelled task of Purser is recognised by the task, not by the error.
    /// - `URLError`: errors that time does not change (a malformed or unsupported address, missing rights, a redirect
    ///   loop, a rejected client certificate) are `.permanent`. All others are `.retryable`, also those of the server's
    ///   certificate, because captive portals and wrong device clocks cause them, and both pass.
    /// - Every other error is `.retryable`. Most of them come from an app's own handler or server, where a temporary
    ///   failure is more likely than a permanent one. The costs differ too: the policy limits a needless retry, but
    ///   without a retry a customer who has paid does not get the purchase.
    public init(of error: any Error) {
        if let error = error as? any RetryClassifying {
            self = error.retryClass
        } else if error._domain == "NSURLErrorDomain" {
            // `_domain` and `_code` work for every bridged error without importing Foundation.
            self = Self.ofURLError(code: error._code)
        } else {
            self = .retryable()
        }
    }

    /// The class of an error of `NSURLErrorDomain`; the codes are those of Apple's `NSURLError.h`.
    private static func ofURLError(code: Int) -> RetryClass {
        switch code {
        case -1_000,  // badURL
            -1_002,  // unsupportedURL
            -1_007,  // httpTooManyRedirects
            -1_010,  // redirectToNonExistentLocation
            -1_012,  // userCancelledAuthentication
            -1_013,  // userAuthenticationRequired
            -1_022,  // appTransportSecurityRequiresSecureConnection
            -1_100,  // fileDoesNotExist
            -1_101,  // fileIsDirectory
            -1_102,  // noPermissionsToReadFile
            -1_103,  // dataLengthExceedsMaximum
            -1_205,  // clientCertificateRejected
            -1_206:  // clientCertificateRequired
            .permanent
        default:
            .retryable()
        }
    }
}

extension TimedOutCall: RetryClassifying {
    /// No call waits for another attempt.
    package var retryClass: RetryClass { .permanent }
}
