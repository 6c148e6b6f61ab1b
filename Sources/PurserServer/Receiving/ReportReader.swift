#if Server
    import Purser
    import PurserVerification

    /// Reads what apps and Apple report: verifies it, and decides what of it is recorded.
    struct ReportReader: Sendable {
        /// Something that was read.
        enum Reading: Sendable {
            /// It is to be recorded.
            case delivery(LineDelivery)
            /// Nothing of it is recorded.
            case answer(BookAnswer)
        }

        let verifier: SignedDataVerifier
        let environment: StoreEnvironment
        let keepsSignedForms: Bool
        /// How many bytes a text may have.
        let limit: Int

        /// Reads a signed transaction.
        func read(transaction text: String) async -> Reading {
            await read(text) { () async throws(SignedDataFailure) in
                (try await verifier.verifyTransaction(text).storeTransaction(), nil)
            }
        }

        /// Reads a transaction that was verified.
        func read(_ transaction: VerifiedTransaction) -> Reading {
            do throws(SignedDataFailure) { return reading(of: try transaction.storeTransaction(), nil) } catch {
                return .answer(BookAnswer(error))
            }
        }

        /// Reads a signed server notification.
        func read(notification text: String) async -> Reading {
            await read(text) { () async throws(SignedDataFailure) in
                let verified = try await verifier.verifyNotification(text)
                return (try verified.transaction?.storeTransaction(), try verified.renewalInfo?.storeRenewalInfo())
            }
        }

        private func read(
            _ text: String,
            _ verify: () async throws(SignedDataFailure) -> (StoreTransaction?, StoreRenewalInfo?)
        ) async -> Reading {
            let count = text.utf8.count
            guard count <= limit else {
                return .answer(
                    .rejected(BookRejection(.unreadable, "It has \(count) bytes; at most \(limit) are read.")))
            }
            do throws(SignedDataFailure) {
                let (transaction, renewal) = try await verify()
                return reading(of: transaction, renewal)
            } catch { return .answer(BookAnswer(error)) }
        }

        private func reading(of transaction: StoreTransaction?, _ renewal: StoreRenewalInfo?) -> Reading {
            guard transaction != nil || renewal != nil else { return .answer(.known(user: nil)) }
            var (transaction, renewal) = (transaction, renewal)
            if !keepsSignedForms {
                transaction = transaction?.with { $0.jwsRepresentation = nil }
                renewal?.jwsRepresentation = nil
            }
            if let rejected = rejection(of: transaction, renewal) { return .answer(.rejected(rejected)) }
            return .delivery(
                LineDelivery(transactions: transaction.map { [$0] } ?? [], renewals: renewal.map { [$0] } ?? []))
        }

        private func rejection(of transaction: StoreTransaction?, _ renewal: StoreRenewalInfo?) -> BookRejection? {
            if let other = transaction?.environment ?? renewal?.environment, other != environment {
                return BookRejection(
                    .otherEnvironment,
                    "It comes from “\(other)”, and this is the book of “\(environment)”. Report it to the other book.")
            }
            if let transaction, let fault = IntakeFault.of(transaction) {
                return BookRejection(.outOfLimits, "Of transaction \(Wording.short(transaction.id)) \(fault).")
            }
            guard let renewal else { return nil }
            return IntakeValidation.validate([[RenewalReport.info(renewal).event]]).rejected.first.map {
                BookRejection(.outOfLimits, $0.message)
            }
        }
    }
#endif
