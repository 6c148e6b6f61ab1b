#if Verification
    import Foundation
    import Purser
    import PurserServerAPI
    import PurserSimulator
    import PurserVerification

    // The answer to each call.
    extension EmbeddedAppStoreServer {
        func answer(_ call: ServerCall, at now: Timestamp) async throws(ServerRejection) -> ServerReply {
            let transactions = TransactionDesk(directory: directory, authority: authority)
            switch call.call {
            case .getTransactionHistory: return try await transactions.history(call, misreading: state.faults.page())
            case .getRefundHistory: return try await transactions.refunds(call, misreading: state.faults.page())
            case .getTransactionInfo: return try await transactions.info(call)
            case .getAppTransactionInfo: return try await transactions.appTransaction(call)
            case .lookUpOrderId: return try await transactions.order(call)
            case .finishTransaction: return try await transactions.finish(call)
            case .setAppAccountToken: return try await transactions.name(call)
            case .getAllSubscriptionStatuses:
                return try await SubscriptionDesk(directory: directory, authority: authority).statuses(call)
            case .extendSubscriptionRenewalDate: return try await extend(call, at: now)
            case .extendRenewalDateForAllActiveSubscribers: return try await extendAll(call, at: now)
            case .getStatusOfSubscriptionRenewalDateExtensions:
                return try SubscriptionDesk.status(call, state.extensions)
            case .sendConsumptionData, .sendConsumptionInformation: return try await consumption(call)
            case .requestTestNotification: return try await test(call, at: now)
            case .getTestNotificationStatus: return try await testStatus(call)
            case .getNotificationHistory: return try await notifications(call, at: now)
            case .initiatePerformanceTest: return try await performanceTest(call, at: now)
            default: return try state.retention.answer(call, at: now)
            }
        }

        private func extend(_ call: ServerCall, at now: Timestamp) async throws(ServerRejection) -> ServerReply {
            let mayBegin = state.extensions.begin(call.values[0], at: now)
            do throws(ServerRejection) {
                return try await SubscriptionDesk(directory: directory, authority: authority)
                    .extend(call, mayBegin: mayBegin)
            } catch {
                if mayBegin { state.extensions.cancel(call.values[0], at: now) }
                throw error
            }
        }

        private func extendAll(_ call: ServerCall, at now: Timestamp) async throws(ServerRejection) -> ServerReply {
            let request = try ExtensionWish(call.members()).request
            var members = SignedMembers()
            members.text("requestIdentifier", request)
            // The caller chooses the identifier: a request with a known identifier is a repetition.
            guard state.extensions.begin(request) else { return ServerReply(members) }
            do throws(ServerRejection) {
                let summary = try await SubscriptionDesk(directory: directory, authority: authority).extendAll(call)
                await collect()
                state.extensions.ended(summary, at: now)
                let notification = await notification(summary, inSandbox: call.isSandbox, at: now)
                state.book.add(
                    notification, signed: try rejecting { try authority.sign(notification) }, customer: nil)
            } catch {
                state.extensions.cancel(request)
                throw error
            }
            return ServerReply(members)
        }

        private func consumption(_ call: ServerCall) async throws(ServerRejection) -> ServerReply {
            let desk = RefundDesk(directory: directory)
            let members = try await desk.answer(call)
            if let decided = state.answerRefund(call.values[0], members, isSandbox: call.isSandbox) {
                await desk.carryOut(decided, isSandbox: call.isSandbox)
            }
            return ServerReply(status: 202)
        }

        private func test(_ call: ServerCall, at now: Timestamp) async throws(ServerRejection) -> ServerReply {
            let notification = await notification(nil, inSandbox: call.isSandbox, at: now)
            let payload = try rejecting { try authority.sign(notification) }
            var members = SignedMembers()
            members.text("testNotificationToken", state.book.addTest(notification, signed: payload))
            return ServerReply(members)
        }

        private func testStatus(_ call: ServerCall) async throws(ServerRejection) -> ServerReply {
            let token = call.values[0]
            guard token.contains("_") else { throw ServerRejection(.invalidTestNotificationToken) }
            guard let entry = state.book.test(token), !entry.attempts.isEmpty else {
                throw ServerRejection(.testNotificationNotFound)
            }
            return ServerReply(entry.members)
        }

        private func notifications(_ call: ServerCall, at now: Timestamp) async throws(ServerRejection) -> ServerReply {
            let query = try NotificationQuery(call, at: now)
            var customer: Int?
            if let id = query.transactionID {
                customer = try await directory.owner(of: id, .any, inSandbox: call.isSandbox).number
            }
            await collect()
            return ServerReply(query.page(of: state.book, customer: customer, inSandbox: call.isSandbox, at: now))
        }

        private func performanceTest(_ call: ServerCall, at now: Timestamp) async throws(ServerRejection) -> ServerReply
        {
            guard let id = try call.members()["originalTransactionId"]?.asText else {
                throw ServerRejection(.invalidPerformanceTestRequest)
            }
            _ = try await directory.owner(
                of: id, .any, inSandbox: call.isSandbox, unknown: .originalTransactionIdNotFound)
            return try state.retention.beginTest(call, at: now)
        }

        /// A notification that belongs to no customer.
        private func notification(
            _ summary: ServerNotification.Summary?, inSandbox isSandbox: Bool, at now: Timestamp
        ) async -> ServerNotification {
            let settings = await directory.customers(inSandbox: isSandbox).first?.appStore.settings
            return ServerNotification(
                summary: summary, id: state.nextID(), date: now.date,
                app: settings?.app ?? SimulatedApp(bundleID: state.bearer.bundleID),
                environment: settings?.environment ?? (isSandbox ? .sandbox : .production))
        }
    }
#endif
