/// What a failure means for trying again.
public enum RetryClass: Sendable, Hashable {
    /// The failure is transient: another attempt may succeed.
    ///
    /// Write `.retryable()` where nothing says how long to wait. When the server has asked for a pause, it is not made before `after` has passed.
    case retryable(after: Duration? = nil)

    /// Another attempt would fail in the same way.
    case permanent

    /// A person cancelled or declined.
    ///
    /// There is no other attempt, because that would ask the person again.
    case user
}

/// An error that knows whether it is worth another attempt.
///
/// Let the errors that your handlers throw conform to it, to say "permanent" or to pass on a server's wait hint.
public protocol RetryClassifying: Error {
    /// What this failure means for trying again.
    var retryClass: RetryClass { get }
}

extension RetryClass {
    /// The class of any error, by which every stage decides.
    ///
    /// - An error that conforms to `RetryClassifying` says its class itself. Only so can an error be a person's decision:
    ///   the store's own errors (``BackendError``) say it where the customer cancelled.
    /// - `CancellationError` and a cancelled request (`URLError.cancelled`) are `.retryable`. Code that throws them has
    ///   given up something of its own, such as a request that a library dropped when the app went to the background. A
    ///   task of Purser that is cancelled is recognised by the task, and not by the error.
    /// - `URLError`: errors that time does not change (a malformed or unsupported address, missing rights, a redirect
    ///   loop, a rejected client certificate) are `.permanent`. All others are `.retryable`, also those of the server's
    ///   certificate, because captive portals and wrong device clocks cause them, and both pass.
    /// - Every other error is `.retryable`. Most of them come from an app's own handler or server, where a disturbance
    ///   that passes is more likely than a final one. The costs are unequal too: the policy limits a needless retry,
    ///   while giving up at once leaves a customer who has paid without the goods.
    public init(of error: any Error) {
        if let error = error as? any RetryClassifying {
            self = error.retryClass
        } else if error._domain == "NSURLErrorDomain" {
            // `_domain` and `_code` are what every bridged error answers without Foundation being imported.
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

extension LeftBehind: RetryClassifying {
    /// Nobody waits for another attempt.
    package var retryClass: RetryClass { .permanent }
}
