#if Server
    import Foundation
    import Purser
    import PurserServer
    import TestDatabase

    /// How many new purchases a second this process records: `BookWorker bench ADDRESS SECONDS CALLERS CONNECTIONS`.
    ///
    /// With `BOOK_SIGNED` each has a signed form of so many bytes, which like Apple's has no repetitions.
    enum Bench {
        static func run(_ address: DatabaseAddress, seconds: Int, callers: Int, connections: Int) async throws {
            let book = try await PurchaseBook.sample(address, connections: connections)
            defer { book.close() }
            let run = UInt32.random(in: 0 ... .max)
            let signed = signedForm(ProcessInfo.processInfo.environment["BOOK_SIGNED"].flatMap { Int($0) } ?? 0)
            let end = ContinuousClock.now + .seconds(seconds)
            let begun = ContinuousClock.now
            let count = await withTaskGroup(of: Int.self) { group in
                for caller in 0..<callers {
                    group.addTask {
                        var count = 0
                        while ContinuousClock.now < end {
                            var fields = StoreTransaction.coins("\(run)-\(caller)-\(count)", of: user(caller)).fields
                            fields.jwsRepresentation = signed
                            let bought = StoreTransaction(fields)
                            if (try? await book.record(LineDelivery(transactions: [bought]))) != nil { count += 1 }
                        }
                        return count
                    }
                }
                return await group.reduce(0, +)
            }
            let (whole, part) = (ContinuousClock.now - begun).components
            print("\(Int(Double(count) / (Double(whole) + Double(part) / 1e18)))")
        }

        private static func signedForm(_ count: Int) -> String? {
            let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_")
            return count == 0 ? nil : String((0..<count).map { _ in letters.randomElement() ?? "A" })
        }
    }
#endif
