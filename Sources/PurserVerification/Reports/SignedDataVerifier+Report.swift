#if Verification
    #if canImport(FoundationEssentials)
        package import FoundationEssentials
    #else
        package import Foundation
    #endif
    import Purser

    extension SignedDataVerifier {
        /// The first check that a compact JWS fails; `nil` when it passes all of them.
        package func failure(of jws: String, kind: SignedKind) async -> SignedDataError? {
            do throws(SignedDataError) {
                switch kind {
                case .transaction: _ = try await verifyTransaction(jws)
                case .renewalInfo: _ = try await verifyRenewalInfo(jws)
                case .appTransaction: _ = try await verifyAppTransaction(jws)
                case .notification: _ = try await verifyNotification(jws)
                }
                return nil
            } catch {
                return error
            }
        }

        /// The first check that a receipt fails; `nil` when it passes all of them.
        package func failure(ofReceipt data: Data, appVersion: String?, deviceID: Data?) async -> SignedDataError? {
            do throws(SignedDataError) {
                _ = try await verifyReceipt(data, appVersion: appVersion, deviceID: deviceID)
                return nil
            } catch {
                return error
            }
        }
    }
#endif
