#if Verification
    import Purser

    extension SignedKind {
        /// The first check that a compact JWS of this kind fails; `nil` when it passes all of them.
        package func failure(of jws: String, by verifier: SignedDataVerifier) async -> SignedDataFailure? {
            do throws(SignedDataFailure) {
                switch self {
                case .transaction: _ = try await verifier.verifyTransaction(jws)
                case .renewalInfo: _ = try await verifier.verifyRenewalInfo(jws)
                case .appTransaction: _ = try await verifier.verifyAppTransaction(jws)
                case .notification: _ = try await verifier.verifyNotification(jws)
                case .retentionRequest: _ = try await verifier.verifyRetentionRequest(jws)
                }
                return nil
            } catch {
                return error
            }
        }
    }
#endif
