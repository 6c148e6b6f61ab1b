#if Verification
    import Foundation
    import Purser
    import PurserSimulator
    import PurserServerAPI
    import PurserVerification

    // The actions, and the display of the server's answers.
    extension ServerSession {
        /// Performs the action, and writes the answers.
        ///
        /// - Throws: ``Unsuccessful`` if the test notification did not arrive; ``ToolError``, `ServerAPIFailure`.
        func perform(_ arguments: Arguments, since: Date?) async throws {
            let words = arguments.operands
            switch arguments.action?.name {
            case "call": try await call(words[0], words.dropFirst().map(transactionID), arguments)
            case "history": try await history(transactionID(words[0]), arguments.value("revision"))
            case "notifications": try await notifications(since, onlyFailures: arguments.has("failures"))
            default: try await test()
            }
        }

        private func call(_ name: String, _ values: [String], _ arguments: Arguments) async throws {
            guard let call = ServerAPICall.all.first(where: { $0.name == name }) else {
                throw ToolError(
                    "there is no call “\(Wording.short(name))”\(Nearest.question(name, ServerAPICall.all.map(\.name)))")
            }
            let body = try arguments.value("body").map { path in
                guard let data = FileManager.default.contents(atPath: path) else {
                    throw ToolError("there is no file \(path)")
                }
                return data
            }
            let answer = try await client.answer(to: call, values, query: arguments.keysAndValues("query"), body: body)
            let members = (try? SignedJSONReader.object(Array(answer.value))) ?? [:]
            if output.isJSON {
                output.json(
                    .line(
                        "answer",
                        ["call": call.name, "environment": answer.environment.rawValue, "body": members]))
            }
            output.section("\(call.name) in \(answer.environment.rawValue)", members.isEmpty ? [["done"]] : [])
            output.remark(members.rows())
        }

        private func history(_ id: String, _ revision: String?) async throws {
            var last = revision
            var rows: [Row] = []
            for try await page in client.transactionHistory(of: id, after: revision).verified(by: verifier) {
                last = page.value.page.revision ?? last
                rows += try page.items.map { try Self.row($0.storeTransaction()) }
            }
            write(Words.count(rows.count, "transaction"), rows)
            if output.isJSON { output.json(.line("revision", ["revision": last])) }
            if let last { output.remark("continue with --revision \(Line.single(last))") }
        }

        private static func row(_ transaction: StoreTransaction) -> Row {
            Row(
                [
                    transaction.id, transaction.productID, Words.date(transaction.purchaseDate),
                    Words.date("until ", transaction.expirationDate),
                    Words.date("revoked ", transaction.revocationDate),
                ], "transaction",
                [
                    "id": transaction.id, "product": transaction.productID,
                    "purchaseDate": transaction.purchaseDate.formatted(.iso8601),
                    "expirationDate": transaction.expirationDate?.formatted(.iso8601),
                    "revocationDate": transaction.revocationDate?.formatted(.iso8601),
                ])
        }

        /// Writes rows below their number.
        private func write(_ heading: String, _ rows: [Row]) {
            output.section(heading, rows.map(\.cells))
            if output.isJSON { output.write(rows) }
        }

        private func notifications(_ since: Date?, onlyFailures: Bool) async throws {
            await deliver(failing: true)
            let now = Date()
            var request = NotificationHistoryRequest(
                from: since ?? now.addingTimeInterval(-30 * 86_400), to: now.addingTimeInterval(60))
            request.onlyFailures = onlyFailures ? true : nil
            var rows: [Row] = []
            for try await page in client.notificationHistory(request).verified(by: verifier) {
                rows += zip(page.items, page.value.page.notifications).map { Self.row($0, $1.sendAttempts) }
            }
            write(Words.count(rows.count, "notification"), rows)
        }

        private static func row(_ notification: VerifiedNotification, _ attempts: [SendAttempt]) -> Row {
            let payload = notification.payload
            let type = [payload.type?.rawValue, payload.subtype?.rawValue].compactMap(\.self).joined(separator: "/")
            let transaction = notification.transaction?.payload.transactionID
            let results = attempts.map { $0.result ?? "?" }
            return Row(
                [
                    Words.date(payload.signedDate), type, transaction,
                    results.isEmpty ? "not sent" : results.joined(separator: ", "),
                ], "notification",
                [
                    "id": payload.notificationID, "notificationType": type, "transaction": transaction,
                    "signedDate": payload.signedDate?.formatted(.iso8601), "sendAttempts": results,
                ])
        }

        private func test() async throws {
            guard let token = try await client.requestTestNotification().token else {
                throw ToolError("the server has answered without a token; try again later")
            }
            output.remark("requested a test notification: \(Line.single(token))")
            await deliver(failing: false)
            for attempt in 1...10 {
                do {
                    let status = try await client.getTestNotificationStatus(token)
                    let results = status.sendAttempts.map { $0.result ?? "?" }
                    output.write(results.joined(separator: ", "), .line("test", ["sendAttempts": results]))
                    guard results.contains("SUCCESS") else { throw Unsuccessful() }
                    return
                } catch let failure as ServerAPIFailure where failure.code == .notFound && attempt < 10 {
                    // Apple sends it within some seconds.
                    try await Task.sleep(for: .seconds(2))
                }
            }
        }
    }
#endif
