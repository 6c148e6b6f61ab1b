#if Server
    import Foundation
    import Logging
    import Purser
    import PurserServer
    import PurserSigning
    import TestDatabase
    import Testing

    @testable import PurserBookServer

    @Suite(
        "Webhooks", .enabled(if: TestCluster.isAvailable, "PostgreSQL's server is not installed"),
        .timeLimit(.minutes(60)))
    struct WebhookTests {
        /// Reports purchases of two users, in turn, until each is recorded.
        private func report(_ ids: ClosedRange<Int>, _ garden: GardenStore, _ server: ServerAddress) async throws {
            for id in ids {
                let signed = try garden.coins("\(id)", of: user(id % 2))
                while try await server.send("POST", "transactions", signed).status != 200 {
                    try await Task.sleep(for: .milliseconds(5))
                }
            }
        }

        @Test("K3: each update is posted signed, in each user's order; what fails is repeated, under the same key")
        func failing() async throws {
            let (garden, database) = (try GardenStore(), try await TestCluster.database())
            // Each third update fails twice, by different kinds of answers.
            let receiver = Receiver { post, earlier in
                post.number % 3 == 0 && earlier < 2 ? [500, 302, 404][post.number % 2 + earlier] : 204
            }
            try await receiver.whileListening { port in
                var server = try garden.server(database)
                server.addWebhook("mailer", port: port)
                try await server.whileServing { server in
                    try await report(1...20, garden, server)
                    try await receiver.wait { $0.count >= 20 }
                }
            }
            for number in 0...1 { #expect(receiver.numbers(of: user(number)) == Array(1...10)) }
            #expect(receiver.forged == 0 && Set(receiver.posts.map(\.id)).count == 20)
            #expect(receiver.posts.count(where: { $0.number == 3 && $0.user == user(1).uuidString }) == 3)
        }

        @Test("A slow webhook is posted to again, and holds back nobody but the user")
        func slow() async throws {
            let (garden, database) = (try GardenStore(), try await TestCluster.database())
            let receiver = Receiver { post, earlier in
                if post.user == user(1).uuidString, earlier == 0 { try? await Task.sleep(for: .seconds(3_600)) }
                return 200
            }
            try await receiver.whileListening { port in
                var server = try garden.server(database)
                server.addWebhook("mailer", port: port)
                server.webhooks[0].patience = .milliseconds(300)
                try await server.whileServing { server in
                    try await report(1...6, garden, server)
                    try await receiver.wait { $0.count >= 6 }
                }
            }
            for number in 0...1 { #expect(receiver.numbers(of: user(number)) == [1, 2, 3]) }
            #expect(receiver.posts.count(where: { $0.user == user(1).uuidString }) > 3)
        }

        @Test("After the attempts the user is a dead letter, others go on; released, it goes on with the same update")
        func deadLetters() async throws {
            let (garden, database) = (try GardenStore(), try await TestCluster.database())
            let isMended = Lock(false)
            let receiver = Receiver { post, _ in
                post.user == user(1).uuidString && post.number == 2 && !isMended.withLock { $0 } ? 500 : 200
            }
            try await receiver.whileListening { port in
                var server = try garden.server(database)
                server.addWebhook("mailer", port: port)
                server.options.attempts = 3
                let book = try await PurchaseBook.open(server.configuration)
                defer { book.close() }
                try await server.whileServing { server in
                    try await report(1...8, garden, server)
                    try await receiver.wait { posts in posts.count { $0.user == user(0).uuidString } >= 4 }
                    while try await book.deadLetters(of: "mailer").isEmpty {
                        try await Task.sleep(for: .milliseconds(5))
                    }
                    let letter = try #require(try await book.deadLetters(of: "mailer").first)
                    #expect(letter.user == user(1) && letter.seen == 1 && letter.reason.contains("500"))
                    #expect(receiver.posts.count(where: { $0.user == user(1).uuidString && $0.number == 2 }) == 3)
                    #expect(receiver.numbers(of: user(1)) == [1])
                    isMended.withLock { $0 = true }
                    #expect(try await book.release(user(1), of: "mailer") == 1)
                    try await receiver.wait { $0.count >= 8 }
                }
            }
            for number in 0...1 { #expect(receiver.numbers(of: user(number)) == [1, 2, 3, 4]) }
        }

        @Test("K3: a receiver that names a pause gets nothing of any user until it is over")
        func namedPause() async throws {
            let (garden, database) = (try GardenStore(), try await TestCluster.database())
            let (first, later) = (Lock<ContinuousClock.Instant?>(nil), Lock<[ContinuousClock.Instant]>([]))
            let receiver = Receiver(retryAfter: "2") { _, _ in
                let isFirst = first.withLock { moment in
                    defer { moment = moment ?? .now }
                    return moment == nil
                }
                if !isFirst { later.withLock { $0.append(.now) } }
                return isFirst ? 429 : 200
            }
            try await receiver.whileListening { port in
                var server = try garden.server(database)
                server.addWebhook("mailer", port: port)
                server.options.longestPause = .seconds(600)
                let hasAnswer = Lock(false)
                server.configuration.logger = Logger(label: "test") {
                    JSONLog(label: $0, level: .trace) { line in
                        if line.contains("A post to a webhook has failed") { hasAnswer.withLock { $0 = true } }
                    }
                }
                try await server.whileServing { server in
                    try await report(1...1, garden, server)
                    while !hasAnswer.withLock({ $0 }) { try await Task.sleep(for: .milliseconds(5)) }
                    // Those of the other user, too, which come after the answer.
                    try await report(2...4, garden, server)
                    try await receiver.wait { $0.count >= 4 }
                }
            }
            let begin = try #require(first.withLock { $0 })
            #expect(later.withLock { $0 }.allSatisfy { $0 - begin >= .seconds(2) })
            for number in 0...1 { #expect(receiver.numbers(of: user(number)) == [1, 2]) }
        }

        @Test("The log says why posts fail, once for each webhook, and names no user and no secret")
        func logged() async throws {
            let (garden, database) = (try GardenStore(), try await TestCluster.database())
            let lines = Lock<[String]>([])
            let receiver = Receiver { _, earlier in earlier < 3 ? 500 : 200 }
            try await receiver.whileListening { port in
                var server = try garden.server(database)
                server.addWebhook("mailer", port: port)
                server.configuration.logger = Logger(label: "test") {
                    JSONLog(label: $0, level: .trace) { line in lines.withLock { $0.append(line) } }
                }
                try await server.whileServing { server in
                    try await report(1...4, garden, server)
                    try await receiver.wait { $0.count >= 4 }
                }
            }
            let log = lines.withLock { $0 }
            #expect(
                log.filter { $0.contains("A post to a webhook has failed") && $0.contains("status 500") }.count == 1)
            for text in ["\(user(0))", "\(user(1))", ServerAddress.token, String(Receiver.secret.dropFirst(6))] {
                #expect(log.allSatisfy { !$0.lowercased().contains(text.lowercased()) })
            }
        }

        @Test("A dead letter that is passed over leaves out one update of one user, also where it is the last one")
        func passedOver() async throws {
            let (garden, database) = (try GardenStore(), try await TestCluster.database())
            let receiver = Receiver { post, _ in post.user == user(1).uuidString && post.number % 2 == 0 ? 500 : 200 }
            try await receiver.whileListening { port in
                var server = try garden.server(database)
                server.addWebhook("mailer", port: port)
                server.options.attempts = 2
                let book = try await PurchaseBook.open(server.configuration)
                defer { book.close() }
                try await server.whileServing { server in
                    try await report(1...8, garden, server)
                    for seen in [1, 3] as [UInt64] {
                        while try await book.deadLetters(of: "mailer").first?.seen != seen {
                            try await Task.sleep(for: .milliseconds(5))
                        }
                        #expect(try await book.passOver(user(0), of: "mailer") == false)
                        #expect(try await book.passOver(user(1), of: "mailer"))
                    }
                    #expect(try await book.passOver(user(1), of: "mailer") == false)
                    while try await book.consumers().first?.heldUpdates != 0 {
                        try await Task.sleep(for: .milliseconds(5))
                    }
                }
            }
            #expect(receiver.numbers(of: user(1)) == [1, 3] && receiver.numbers(of: user(0)) == [1, 2, 3, 4])
        }
    }
#endif
