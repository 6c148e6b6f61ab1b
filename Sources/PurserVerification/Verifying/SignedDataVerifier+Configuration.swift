#if Verification
    #if canImport(FoundationEssentials)
        public import FoundationEssentials
    #else
        public import Foundation
    #endif
    public import Purser

    extension SignedDataVerifier {
        /// What a verifier accepts.
        public struct Configuration: Sendable {
            /// The app's bundle identifier; what is signed for another app is refused.
            public var bundleID: String
            /// The app's number in the store; needed where ``environments`` holds production.
            public var appID: UInt64?
            /// The environments that count; what was signed elsewhere is refused.
            ///
            /// Xcode's is not accepted by this, but by ``pinnedCertificates`` alone.
            public var environments: Set<StoreEnvironment>
            /// The roots that chains may lead to, in DER: Apple's, unless a test has others.
            public var rootCertificates: [Data] = AppleRootCertificates.all
            /// Certificates that count as they are, in DER, without chain, marks and dates: that of StoreKit Testing in Xcode.
            ///
            /// They vouch for what was signed in Xcode (or for local tests) and for nothing else. Leave this empty in what
            /// customers get.
            public var pinnedCertificates: [Data] = []
            /// How long ago something may have been signed; `nil`, the default, for any time.
            ///
            /// The store signs a transaction anew whenever it is asked for, and an old one stays genuine: what is older is told as
            /// ``SignedDataError/Code/tooOld``, which is no forgery, and a store leaves it undecided.
            public var maximumAge: Duration?
            /// Who tells whether certificates were revoked; `nil`, the default, asks nobody.
            public var revocationChecker: (any RevocationChecker)?
            /// How long an answer of the checker counts, by the clock's monotonic reading: 15 minutes.
            public var revocationLifetime: Duration = .seconds(900)
            /// The clock: for ``maximumAge``, for answers of the checker, and for data that does not say when it was signed.
            public var clock: any StoreClock = SystemClock()
            /// Whether the app is checked; only the command-line tool, which is no app, leaves that away.
            package var checksApp = true
            /// Whether the environment is checked.
            package var checksEnvironment = true

            /// What a verifier of one app accepts.
            public init(bundleID: String, appID: UInt64? = nil, environments: Set<StoreEnvironment> = [.production]) {
                self.bundleID = bundleID
                self.appID = appID
                self.environments = environments
            }
        }
    }

    extension SignedDataVerifier.Configuration {
        /// - Throws: ``SignedDataError`` with ``SignedDataError/Code/invalidConfiguration``.
        func check() throws(SignedDataError) {
            guard !bundleID.isEmpty || !checksApp else {
                throw Self.fault("The bundle identifier is empty. Name the app's.")
            }
            if environments.contains(.production), appID == nil, checksApp, checksEnvironment {
                throw Self.fault(
                    "Production needs the app's number in the store (appID). Look it up in App Store Connect.")
            }
            if environments.contains(.xcode) {
                throw Self.fault(
                    "Xcode's environment is accepted by pinning its certificate (pinnedCertificates), not by its name. Export it from Xcode: Editor, Save Public Certificate."
                )
            }
            if environments.isEmpty, pinnedCertificates.isEmpty {
                throw Self.fault("No environment is accepted. Name one, or pin Xcode's certificate.")
            }
            if !environments.isEmpty, rootCertificates.isEmpty {
                throw Self.fault("No root certificate is pinned. Leave Apple's in place, or name others.")
            }
        }

        static func fault(_ message: String) -> SignedDataError {
            SignedDataError(.invalidConfiguration, .form, message)
        }
    }
#endif
