/// What a failure means for trying again.
public enum RetryClass: Sendable, Hashable {
    /// It may go better next time; not before `after` has passed, when the server gave such a hint.
    case retryable(after: Duration? = nil)

    /// It will fail in the same way next time: retrying is pointless.
    case permanent

    /// A person decided: cancelled or declined. Retrying would be asking again, so it never happens.
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
    /// The class of any error.
    ///
    /// - An error that conforms to `RetryClassifying` says so itself.
    /// - `CancellationError` is the user's.
    /// - `URLError`: cancelled is the user's; what no waiting can change (a malformed or unsupported address, missing
    ///   rights, a redirect loop, a rejected client certificate) is permanent; all else is retryable. So are the
    ///   server certificate errors, because captive portals and wrong device clocks cause them, and both pass.
    /// - Everything else is retryable. It mostly comes from an app's own handler or server, where a passing
    ///   disturbance is likelier than a final one, and the costs are unequal: a needless retry is bounded by the
    ///   policy, while giving up at once leaves a customer who has paid without the goods.
    public init(of error: any Error) {
        if let error = error as? any RetryClassifying {
            self = error.retryClass
        } else if error is CancellationError {
            self = .user
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
        case -999,  // cancelled
            -1_012:  // userCancelledAuthentication
            .user
        case -1_000,  // badURL
            -1_002,  // unsupportedURL
            -1_007,  // httpTooManyRedirects
            -1_010,  // redirectToNonExistentLocation
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
