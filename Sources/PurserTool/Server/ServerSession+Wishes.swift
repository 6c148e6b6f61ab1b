#if Verification
    import Foundation
    import Purser
    import PurserServerAPI
    import PurserVerification

    // The requests to the server, and the display of its answers.
    extension ServerSession {
        /// Performs the request, and writes the answers.
        ///
        /// - Returns: the exit status of the command.
        func carryOut(_ wish: ServerWish, _ output: Output) async throws -> Int32 {
            switch wish {
            case .call(let name, let values, let query, let bodyPath):
                try await call(name, values.map(transactionID), query, bodyPath, output)
            case .history(let id, let revision): try await history(transactionID(id), revision, output)
            case .notifications(let since, let onlyFailures): try await notifications(since, onlyFailures, output)
            case .test: return try await test(output)
            }
            return ExitStatus.success
        }

        private func call(
            _ name: String, _ values: [String], _ query: [String], _ bodyPath: String?, _ output: Output
        ) async throws {
            guard let call = ServerAPICall.all.first(where: { $0.name == name }) else {
                throw ToolError(
                    "there is no call “\(Wording.short(name))”\(Nearest.question(name, ServerAPICall.all.map(\.name)))")
            }
            let body = try bodyPath.map { path in
                guard let data = FileManager.default.contents(atPath: path) else {
                    throw ToolError("there is no file \(path)")
                }
                return data
            }
            let pairs = query.map { item in
                let parts = item.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
                return (parts[0], parts.count > 1 ? parts[1] : "")
            }
            let answer = try await client.answer(to: call, values, query: pairs, body: body)
            let members = (try? SignedJSONReader.object(Array(answer.value))) ?? [:]
            guard !output.isJSON else {
                output.json(
                    .line(
                        "answer",
                        [
                            ("call", .string(call.name)), ("environment", .string(answer.environment.rawValue)),
                            ("body", JSONValue.object(members).output),
                        ]))
                return
            }
            output.line(output.style.heading("\(call.name) in \(answer.environment.rawValue)"))
            let rows = members.isEmpty ? [["  done"]] : members.rows()
            for line in Table.lines(rows) { output.line(line) }
        }

        private func history(_ id: String, _ revision: String?, _ output: Output) async throws {
            var last = revision
            var rows: [[String]] = []
            for try await page in client.transactionHistory(of: id, after: revision).verified(by: verifier) {
                last = page.value.page.revision ?? last
                for item in page.items {
                    let transaction = try item.storeTransaction()
                    rows.append([
                        "  " + Line.single(transaction.id), Line.single(transaction.productID),
                        transaction.purchaseDate.formatted(.iso8601),
                        transaction.expirationDate.map { "until \($0.formatted(.iso8601))" } ?? "",
                        transaction.revocationDate.map { "revoked \($0.formatted(.iso8601))" } ?? "",
                    ])
                    guard output.isJSON else { continue }
                    output.json(
                        .line(
                            "transaction",
                            [
                                ("id", .string(transaction.id)), ("product", .string(transaction.productID)),
                                ("purchaseDate", .string(transaction.purchaseDate.formatted(.iso8601))),
                                ("expirationDate", .string(transaction.expirationDate?.formatted(.iso8601))),
                                ("revocationDate", .string(transaction.revocationDate?.formatted(.iso8601))),
                            ]))
                }
            }
            if output.isJSON {
                output.json(.line("revision", [("revision", .string(last))]))
            } else {
                output.line(output.style.heading(Words.count(rows.count, "transaction")))
                for line in Table.lines(rows) { output.line(line) }
                if let last { output.line("continue with --revision \(Line.single(last))") }
            }
        }

        private func notifications(_ since: Date?, _ onlyFailures: Bool, _ output: Output) async throws {
            await deliver(failing: true)
            let now = Date()
            var request = NotificationHistoryRequest(
                from: since ?? now.addingTimeInterval(-30 * 86_400), to: now.addingTimeInterval(60))
            request.onlyFailures = onlyFailures ? true : nil
            var rows: [[String]] = []
            for try await page in client.notificationHistory(request).verified(by: verifier) {
                for (item, sent) in zip(page.items, page.value.page.notifications) {
                    write(item, sent.sendAttempts, into: &rows, output)
                }
            }
            guard !output.isJSON else { return }
            output.line(output.style.heading(Words.count(rows.count, "notification")))
            for line in Table.lines(rows) { output.line(line) }
        }

        private func write(
            _ notification: VerifiedNotification, _ attempts: [SendAttempt], into rows: inout [[String]],
            _ output: Output
        ) {
            let payload = notification.payload
            let type = [payload.type?.rawValue, payload.subtype?.rawValue].compactMap { $0 }.joined(separator: "/")
            let transaction = notification.transaction?.payload.transactionID
            let results = attempts.map { $0.result ?? "?" }
            rows.append([
                "  " + (payload.signedDate?.formatted(.iso8601) ?? "?"), Line.single(type),
                Line.single(transaction ?? ""), results.isEmpty ? "not sent" : results.joined(separator: ", "),
            ])
            guard output.isJSON else { return }
            output.json(
                .line(
                    "notification",
                    [
                        ("id", .string(payload.notificationID)), ("notificationType", .string(type)),
                        ("transaction", .string(transaction)),
                        ("signedDate", .string(payload.signedDate?.formatted(.iso8601))),
                        ("sendAttempts", .array(results.map { .string($0) })),
                    ]))
        }

        private func test(_ output: Output) async throws -> Int32 {
            guard let token = try await client.requestTestNotification().token else {
                throw ToolError("the server has answered without a token; try again later")
            }
            output.remark("requested a test notification: \(Line.single(token))")
            await deliver(failing: false)
            for attempt in 1...10 {
                do {
                    let status = try await client.getTestNotificationStatus(token)
                    let results = status.sendAttempts.map { $0.result ?? "?" }
                    output.write(
                        results.joined(separator: ", "),
                        .line("test", [("sendAttempts", .array(results.map { .string($0) }))]))
                    return results.contains("SUCCESS") ? ExitStatus.success : ExitStatus.failure
                } catch let failure as ServerAPIFailure where failure.code == .notFound && attempt < 10 {
                    // Apple sends it within some seconds.
                    try await Task.sleep(for: .seconds(2))
                }
            }
            return ExitStatus.failure
        }
    }
#endif
