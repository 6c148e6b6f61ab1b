#if Server
    import Logging
    import Purser
    public import PurserVerification

    #if canImport(FoundationEssentials)
        public import FoundationEssentials
    #else
        public import Foundation
    #endif

    // What comes in: checked, then recorded, then answered.
    extension PurchaseBook {
        /// The largest text that is read: 1 MB, far more than the App Store signs.
        public static let textLimit = 1_048_576

        /// Records a transaction, as an app reports it.
        ///
        /// - Parameter text: the signed form (compact JWS).
        /// - Throws: ``BookFailure``; the route answers 503, and the app reports it again.
        public func receive(transaction text: String) async throws(BookFailure) -> BookAnswer {
            if let rejected = Self.rejection(ofSize: text) { return answered(rejected) }
            let verified: VerifiedTransaction
            do throws(SignedDataFailure) {
                verified = try await configuration.verifier.verifyTransaction(text)
            } catch { return answered(BookAnswer(error)) }
            return try await receive(verified: verified)
        }

        /// Records a transaction that a verifier of the same configuration has checked.
        public func receive(verified transaction: VerifiedTransaction) async throws(BookFailure) -> BookAnswer {
            let read: StoreTransaction
            do throws(SignedDataFailure) { read = try transaction.storeTransaction() } catch {
                return answered(BookAnswer(error))
            }
            return try await record(read, nil)
        }

        /// Records what a server notification says of a transaction and of a renewal; others have nothing to record.
        ///
        /// - Parameter text: the text `signedPayload` of the body that Apple posted.
        /// - Throws: ``BookFailure``; the route answers 503, and Apple posts it again.
        public func receive(notification text: String) async throws(BookFailure) -> BookAnswer {
            if let rejected = Self.rejection(ofSize: text) { return answered(rejected) }
            let transaction: StoreTransaction?
            let renewal: StoreRenewalInfo?
            do throws(SignedDataFailure) {
                let verified = try await configuration.verifier.verifyNotification(text)
                transaction = try verified.transaction?.storeTransaction()
                renewal = try verified.renewalInfo?.storeRenewalInfo()
            } catch { return answered(BookAnswer(error)) }
            return try await record(transaction, renewal)
        }

        /// Records a customer's transactions, as Apple's server lists them: those of one subscription in the order in which they are
        /// given.
        ///
        /// - Parameter history: the signed forms.
        /// - Returns: an answer for each.
        public func receive(history: [String]) async throws(BookFailure) -> [BookAnswer] {
            var answers: [BookAnswer] = []
            for text in history { answers.append(try await receive(transaction: text)) }
            return answers
        }

        /// Binds a subscription or purchase that names no user to one: its transactions, and its updates with numbers of the
        /// user's.
        ///
        /// - Parameters:
        ///   - originalID: its original transaction identifier.
        ///   - user: the account token of the app's user.
        /// - Returns: the user who has its latest transaction now; `nil` when it is unknown. Another user's transactions stay
        ///   there.
        public func bind(_ originalID: String, to user: UUID) async throws(BookFailure) -> UUID? {
            guard IntakeFault.of(identifier: originalID, "original identifier") == nil else { return nil }
            let delivery = LineDelivery(binding: (originalID, Holder(user: user)))
            return try await queue.record(delivery, readsFirst: true).holder?.user
        }

        // MARK: Recording

        private func record(_ transaction: StoreTransaction?, _ renewal: StoreRenewalInfo?) async throws(BookFailure)
            -> BookAnswer
        {
            guard transaction != nil || renewal != nil else { return answered(.known(user: nil)) }
            let (transaction, renewal) = configuration.kept(transaction, renewal)
            if let rejected = rejection(of: transaction, renewal) { return answered(.rejected(rejected)) }
            return try await record(
                LineDelivery(transactions: transaction.map { [$0] } ?? [], renewals: renewal.map { [$0] } ?? []))
        }

        /// Records what was checked.
        package func record(_ delivery: LineDelivery) async throws(BookFailure) -> BookAnswer {
            do throws(BookFailure) {
                let ended = try await queue.record(delivery)
                metrics.noteLost(queue.lostCount)
                if ended.holder?.isUser == true, !ended.numbers.isEmpty { followers.noteRecorded() }
                if let rejection = ended.rejection { return answered(.rejected(rejection)) }
                return answered(
                    ended.isKnown
                        ? .known(user: ended.holder?.user)
                        : .recorded(user: ended.holder?.user, updates: ended.numbers))
            } catch {
                metrics.count(error)
                configuration.logger.warning("Something was not recorded.", metadata: ["failure": "\(error)"])
                throw error
            }
        }

        private func answered(_ answer: BookAnswer) -> BookAnswer {
            metrics.count(answer)
            return answer
        }

        // MARK: Rejecting

        private static func rejection(ofSize text: String) -> BookAnswer? {
            let count = text.utf8.count
            guard count > textLimit else { return nil }
            return .rejected(BookRejection(.unreadable, "It has \(count) bytes; at most \(textLimit) are read."))
        }

        private func rejection(of transaction: StoreTransaction?, _ renewal: StoreRenewalInfo?) -> BookRejection? {
            if let environment = transaction?.environment ?? renewal?.environment,
                environment != configuration.environment
            {
                return BookRejection(
                    .otherEnvironment,
                    "It comes from “\(environment)”, and this is the book of “\(configuration.environment)”. Report it to "
                        + "the other book.")
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

    extension BookAnswer {
        /// What a failed check means.
        init(_ failure: SignedDataFailure) {
            self =
                switch failure.code {
                case .revocationUnknown, .invalidConfiguration: .undecided(failure.message)
                case .malformed, .tooLarge, .unreadableField, .wrongKind:
                    .rejected(BookRejection(.unreadable, failure.message))
                case .wrongApp: .rejected(BookRejection(.otherApp, failure.message))
                case .wrongEnvironment: .rejected(BookRejection(.otherEnvironment, failure.message))
                default: .rejected(BookRejection(failure.isForgery ? .forged : .notAccepted, failure.message))
                }
        }
    }
#endif
