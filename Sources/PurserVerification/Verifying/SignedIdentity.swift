#if Verification
    #if canImport(FoundationEssentials)
        import FoundationEssentials
    #else
        import Foundation
    #endif
    import Purser
    import PurserFormats

    /// The app and the environment of signed data.
    struct SignedIdentity {
        /// The app; `nil` in data that never names one.
        var bundleID: String??
        /// The app's number in the App Store; `nil` in data that never names it.
        var appID: UInt64??
        /// The environment.
        var environment: StoreEnvironment?
    }

    /// A payload whose identity a verifier checks.
    protocol IdentifiedPayload: SignedPayload {
        var identity: SignedIdentity { get }
        /// The identities of its further parts, if the App Store has signed several; each must be for this app.
        var furtherIdentities: [SignedIdentity] { get }
        /// Checks that the App Store has signed it as data of the requested kind.
        func checkKind() throws(SignedDataFailure)
    }

    extension IdentifiedPayload {
        var furtherIdentities: [SignedIdentity] { [] }
    }

    extension TransactionPayload: IdentifiedPayload {
        var identity: SignedIdentity { SignedIdentity(bundleID: .some(bundleID), environment: environment) }

        func checkKind() throws(SignedDataFailure) {
            try fields.check(.transaction)
            // Read as none, it would be checked as of now.
            try fields.known("signedDate", signedDate, .kind)
            _ = try decidingFields(.kind)
        }
    }

    extension RenewalInfoPayload: IdentifiedPayload {
        var identity: SignedIdentity { SignedIdentity(environment: environment) }

        func checkKind() throws(SignedDataFailure) {
            try fields.check(.renewalInfo)
            try fields.known("signedDate", signedDate, .kind)
        }
    }

    extension AppTransactionPayload: IdentifiedPayload {
        var identity: SignedIdentity {
            SignedIdentity(bundleID: .some(bundleID), appID: .some(appID), environment: environment)
        }

        func checkKind() throws(SignedDataFailure) {
            try fields.check(.appTransaction)
            try fields.known("receiptCreationDate", signedDate, .kind)
            try fields.known("appAppleId", appID, .kind)
        }
    }

    extension NotificationPayload: IdentifiedPayload {
        var identity: SignedIdentity {
            SignedIdentity(bundleID: .some(bundleID), appID: .some(appID), environment: environment)
        }

        var furtherIdentities: [SignedIdentity] {
            parts.dropFirst().map { part in
                SignedIdentity(bundleID: .some(part.bundleID), appID: .some(part.appID), environment: part.environment)
            }
        }

        func checkKind() throws(SignedDataFailure) {
            try fields.check(.notification)
            try fields.known("signedDate", signedDate, .kind)
            for part in ["data", "summary", "externalPurchaseToken", "appData", "unclaimInfo"] {
                let inside = try fields.known(part, fields.object(part), .kind)
                // Read as none, it would pass where none has to be named.
                try inside?.known("appAppleId", inside?.integer("appAppleId").flatMap { UInt64(exactly: $0) }, .kind)
            }
        }
    }

    extension RetentionRequestPayload: IdentifiedPayload {
        var identity: SignedIdentity { SignedIdentity(appID: .some(appID), environment: environment) }

        func checkKind() throws(SignedDataFailure) {
            try fields.check(.retentionRequest)
            // The App Store always sets each of them.
            _ = try fields.needed("signedDate", signedDate, .kind)
            _ = try fields.needed("appAppleId", appID, .kind)
            _ = try fields.needed("originalTransactionId", originalTransactionID, .kind)
            _ = try fields.needed("productId", productID, .kind)
            _ = try fields.needed("requestIdentifier", requestID, .kind)
        }
    }

    extension SignedFields {
        /// Checks for the member that all data of one kind has, and no other.
        func check(_ kind: SignedKind) throws(SignedDataFailure) {
            guard members[kind.mark] ?? .null == .null else { return }
            throw SignedDataFailure(
                .wrongKind, .kind,
                "It is no \(kind.words): it has no \(kind.mark), which the App Store sets in each. Reject it, or "
                    + "verify it as its own kind."
            )
        }
    }

    extension SignedDataVerifier.Configuration {
        /// Checks that something is for this app, and from an environment that counts.
        ///
        /// - Parameter isPinned: whether a pinned certificate vouches for it, which does so for Xcode and local tests alone.
        func check(_ identity: SignedIdentity, isPinned: Bool) throws(SignedDataFailure) {
            // By their bytes: two spellings of a letter are two identifiers.
            if checksApp, let bundleID: String? = identity.bundleID, bundleID?.hasBytes(of: self.bundleID) != true {
                throw SignedDataFailure(
                    .wrongApp, .app,
                    "It is for the app \(bundleID ?? "(missing)"), but this verifier is for "
                        + "\(self.bundleID). Reject it."
                )
            }
            if let appID = identity.appID { try check(appID, in: identity.environment) }
            func counts(_ environment: StoreEnvironment) -> Bool {
                guard isPinned else { return environment != .xcode && environments.contains(environment) }
                return environment == .xcode || environment == .localTesting
            }
            guard checksEnvironment || isPinned else { return }
            guard let environment = identity.environment, counts(environment) else {
                throw SignedDataFailure(
                    .wrongEnvironment, .environment,
                    "It was signed in the environment \(identity.environment?.rawValue ?? "(missing)"), which is not "
                        + "accepted here. Reject it, or accept that environment."
                )
            }
        }

        /// Checks the app's number: production names it; elsewhere it may be missing or 0.
        private func check(_ appID: UInt64?, in environment: StoreEnvironment?) throws(SignedDataFailure) {
            guard let expected = self.appID, appID != expected else { return }
            if environment != .production, appID ?? 0 == 0 { return }
            throw SignedDataFailure(
                .wrongApp, .app,
                "It is for the app number \(appID.map { "\($0)" } ?? "(missing)"), but this verifier is for "
                    + "\(expected). Reject it."
            )
        }
    }
#endif
