#if Verification
    #if canImport(FoundationEssentials)
        public import FoundationEssentials
    #else
        public import Foundation
    #endif
    public import Purser

    extension SignedDataVerifier {
        /// The settings of a verifier.
        public struct Configuration: Sendable {
            /// The app's bundle identifier; data for other apps is rejected.
            public var bundleID: String
            /// The app's number in the App Store; required if ``environments`` contains production.
            public var appID: UInt64?
            /// The accepted environments; data from others is rejected.
            ///
            /// Xcode's is accepted only by ``pinnedCertificates``.
            public var environments: Set<StoreEnvironment>
            /// The accepted roots, in DER; by default Apple's.
            public var rootCertificates: [Data] = AppleRootCertificates.all
            /// Certificates that are accepted as they are, in DER, without chain, marks and dates: that of StoreKit Testing in Xcode.
            ///
            /// They are valid for data that was signed in Xcode (or for local tests) and for no other. Leave this empty in the app that
            /// customers get.
            public var pinnedCertificates: [Data] = []
            /// The greatest age of a signature; `nil`, the default, for any age.
            ///
            /// The App Store signs a transaction again at each request, and an old one stays valid. Older data fails with
            /// ``SignedDataFailure/Code/tooOld``, which is no forgery, and is undetermined for a store.
            public var maximumAge: Duration?
            /// Checks whether certificates were revoked; `nil`, the default, makes no such check.
            public var revocationChecker: (any RevocationChecker)?
            /// How long an answer of the checker is reused, by the clock's monotonic reading: 15 minutes.
            public var revocationLifetime: Duration = .seconds(900)
            /// The clock: for ``maximumAge``, for answers of the checker, and for data without a signed date.
            public var clock: any StoreClock = SystemClock()
            /// Whether the app is checked; only the command-line tool, which is no app, omits that.
            package var checksApp = true
            /// Whether the environment is checked.
            package var checksEnvironment = true

            /// A configuration of a verifier for one app.
            public init(bundleID: String, appID: UInt64? = nil, environments: Set<StoreEnvironment> = [.production]) {
                self.bundleID = bundleID
                self.appID = appID
                self.environments = environments
            }
        }
    }

    extension SignedDataVerifier.Configuration {
        /// - Throws: ``SignedDataFailure`` with ``SignedDataFailure/Code/invalidConfiguration``.
        func check() throws(SignedDataFailure) {
            guard !bundleID.isEmpty || !checksApp else {
                throw Self.fault("The bundle identifier is empty. Set the app's.")
            }
            if environments.contains(.production), appID == nil, checksApp, checksEnvironment {
                throw Self.fault(
                    "Production needs the app's number in the App Store (appID). Look it up in App Store Connect.")
            }
            if environments.contains(.xcode) {
                throw Self.fault(
                    "Xcode's environment is accepted by pinning its certificate (pinnedCertificates), not by its name. Export it from Xcode: Editor, Save Public Certificate."
                )
            }
            if environments.isEmpty, pinnedCertificates.isEmpty {
                throw Self.fault("No environment is accepted. Set one, or pin Xcode's certificate.")
            }
            if !environments.isEmpty, rootCertificates.isEmpty {
                throw Self.fault("No root certificate is pinned. Keep Apple's, or set others.")
            }
        }

        static func fault(_ message: String) -> SignedDataFailure {
            SignedDataFailure(.invalidConfiguration, .form, message)
        }
    }
#endif
