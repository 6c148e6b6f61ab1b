#if Server
    import Foundation
    import Purser
    import PurserServer
    import TestDatabase

    /// How much a process does in a second, for `Benchmarks/book`.
    ///
    ///     BookWorker bench ADDRESS SECONDS CALLERS CONNECTIONS [USERS]  new purchases that it records, of as many users
    ///     BookWorker owned ADDRESS SECONDS CALLERS CONNECTIONS USERS    users of whom it reads what they own
    ///     BookWorker updates ADDRESS SECONDS CALLERS CONNECTIONS USERS  users of whom it reads the updates
    ///     BookWorker followed ADDRESS COUNT                             updates of a backlog that handlers get, and how long one takes
    struct Bench {
        let book: PurchaseBook
        var seconds = 1
        var callers = 1
        var users: UInt64 = 1

        /// Carries out the words of a command line; whether they are any of these.
        static func run(_ words: [String]) async throws -> Bool {
            guard words.count > 3, ["bench", "owned", "updates", "followed"].contains(words[1]) else { return false }
            let numbers = words.dropFirst(3).compactMap { Int($0) }
            let connections = numbers.count > 2 ? numbers[2] : 4
            let book = try await PurchaseBook.sample(try DatabaseAddress(words[2]), connections: connections)
            defer { book.close() }
            if words[1] == "followed" {
                try await Following(book: book).run(numbers[0])
                return true
            }
            let bench = Bench(
                book: book, seconds: numbers[0], callers: numbers[1],
                users: UInt64(numbers.count > 3 ? numbers[3] : 100_000))
            switch words[1] {
            case "bench": await bench.record()
            case "owned": await bench.read { _ = try await book.entitlements(of: $0) }
            default: await bench.read { _ = try await book.updates(of: $0) }
            }
            return true
        }

        /// With `BOOK_SIGNED` each has a signed form of so many bytes, which like Apple's has no repetitions.
        private func record() async {
            let run = UInt32.random(in: 0 ... .max)
            let signed = Self.signedForm(ProcessInfo.processInfo.environment["BOOK_SIGNED"].flatMap { Int($0) } ?? 0)
            await measure { caller, count in
                // None of those that the tables are filled with, whose numbers are given.
                let user = Self.filled((1 << 40) + .random(in: 1...users))
                var fields = StoreTransaction.coins("\(run)-\(caller)-\(count)", of: user).fields
                fields.jwsRepresentation = signed
                _ = try await book.record(LineDelivery(transactions: [StoreTransaction(fields)]))
            }
        }

        private func read(_ body: @escaping @Sendable (UUID) async throws -> Void) async {
            await measure { _, _ in try await body(Self.filled(.random(in: 1...users))) }
        }

        /// A user of those that `Benchmarks/book` fills the tables with.
        static func filled(_ number: UInt64) -> UUID {
            let digits = String(number, radix: 16)
            return UUID(
                uuidString: "00000000-0000-4000-8000-" + String(repeating: "0", count: 12 - digits.count) + digits)
                ?? UUID()
        }

        private func measure(_ body: @escaping @Sendable (_ caller: Int, _ count: Int) async throws -> Void) async {
            let begun = ContinuousClock.now
            let end = begun + .seconds(seconds)
            let count = await withTaskGroup(of: Int.self) { group in
                for caller in 0..<callers {
                    group.addTask {
                        var count = 0
                        while ContinuousClock.now < end, (try? await body(caller, count)) != nil { count += 1 }
                        return count
                    }
                }
                return await group.reduce(0, +)
            }
            print("\(Int(Double(count) / (ContinuousClock.now - begun).inSeconds))")
        }

        private static func signedForm(_ count: Int) -> String? {
            let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_")
            return count == 0 ? nil : String((0..<count).map { _ in letters.randomElement() ?? "A" })
        }
    }

    extension Bench {
        /// From a report to the handler.
        struct Following: Sendable {
            let book: PurchaseBook
            private let name = "bench \(UInt32.random(in: 0 ... .max))"
            private let begun = Lock<[String: ContinuousClock.Instant]>([:])
            private let waits = Lock<[Double]>([])
            private let changes = EventCount()

            init(book: PurchaseBook) { self.book = book }

            /// Prints how many updates a second a backlog is worked off with, and the milliseconds from the call that reports to
            /// the handler: the median, the 99th of a hundred, and the most.
            func run(_ count: Int) async throws {
                try await book.addConsumer(name)
                for number in 0..<count { try await report("b\(number)", user(number % 1_000)) }
                try await withThrowingTaskGroup(of: Void.self) { group in
                    let begun = ContinuousClock.now
                    group.addTask { try await book.follow(name) { note($0) } }
                    await wait(for: count)
                    let rate = Double(count) / (ContinuousClock.now - begun).inSeconds
                    waits.withLock { $0 = [] }
                    // A steady stream, in which nobody waits for others.
                    for number in 0..<500 {
                        try await report("s\(number)", user(number))
                        try await Task.sleep(for: .milliseconds(4))
                    }
                    await wait(for: 500)
                    group.cancelAll()
                    let sorted = waits.withLock { $0.sorted() }
                    print(
                        "\(Int(rate))",
                        [sorted[250], sorted[495], sorted[499]].map { "\(Int($0 * 1_000 + 0.5))" }
                            .joined(separator: " "))
                }
                // Who reads may now end the transactions that the removal waits for.
                fflush(nil)
                try await book.removeConsumer(name)
            }

            private func report(_ id: String, _ user: UUID) async throws {
                let id = "\(name) \(id)"
                begun.withLock { $0[id] = .now }
                try await book.report(.coins(id, of: user))
            }

            private func note(_ update: BookUpdate) {
                guard let start = begun.withLock({ $0[update.update.transaction.id] }) else { return }
                waits.withLock { $0.append((ContinuousClock.now - start).inSeconds) }
                changes.advance()
            }

            private func wait(for count: Int) async {
                _ = await changes.first { waits.withLock { $0.count >= count } ? true : nil }
            }
        }
    }

    extension Duration {
        fileprivate var inSeconds: Double { Double(components.seconds) + Double(components.attoseconds) / 1e18 }
    }
#endif
