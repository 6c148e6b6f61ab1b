import Foundation
import Purser
import PurserTesting
import Testing

@testable import PurserSimulator

@Suite("The changes of an account in a folder", .timeLimit(.minutes(30)))
struct AccountLogTests {
    private let place = FolderPlace()
    private var path: String { place.path }

    private func bytes(_ path: String) throws -> [UInt8] { [UInt8](try Data(contentsOf: URL(fileURLWithPath: path))) }

    private func write(_ bytes: some Sequence<UInt8>, _ path: String) throws {
        try Data(bytes).write(to: URL(fileURLWithPath: path))
    }

    private func open(_ path: String) throws -> EmbeddedAppStore {
        try EmbeddedAppStore(catalog: .sample(), path: path, durability: .buffered)
    }

    /// Opens, works and gives the folder back.
    @discardableResult
    private func use(
        _ path: String, _ body: (EmbeddedAppStore) async throws -> Void = { _ in }
    ) async throws -> [StoreTransaction] {
        let store = try open(path)
        try await store.activate()
        try await body(store)
        await store.releaseFolder()
        return await store.transactions
    }

    @Test("A second App Store on a folder is refused by name, and the first goes on")
    func second() async throws {
        let first = try open(path)
        try await first.activate()
        let error = #expect(throws: AccountFileFailure.self) { try open(path) }
        #expect(error?.code == .alreadyOpen && error?.message.contains("of this process") == true)
        #expect(error?.path == path)
        try await first.submit([payment(1, "coins")])
        await first.releaseFolder()
        await #expect(throws: BackendFailure.self) { try await first.submit([payment(2, "coins")]) }
        #expect(await first.chargeCount == 1)
        #expect(try await use(path) { try await $0.submit([payment(3, "coins")]) }.count == 2)
    }

    @Test("A purchase appends what it changed, however much the account holds, and leaves what was written as it is")
    func appends() async throws {
        let store = try open(path)
        try await store.activate()
        try await store.submit((1...60).map { payment($0, "coins") })
        let account = try bytes(path + "/account.json")
        var sizes: [Int] = []
        for number in UInt64(61)...80 {
            let before = (try? bytes(path + "/account.log")) ?? []
            try await store.submit([payment(number, "coins")])
            _ = await store.finish(["20000000000\(number)"])
            let after = try bytes(path + "/account.log")
            #expect(after.starts(with: before))
            sizes.append(after.count - before.count)
        }
        #expect(try bytes(path + "/account.json") == account)
        #expect(sizes.dropFirst().allSatisfy { $0 < 1_500 })
        await store.releaseFolder()
        let again = try open(path)
        #expect(await again.transactions == store.transactions)
        #expect(await again.unfinishedTransactions == store.unfinishedTransactions)
    }

    @Test("A log that has grown is put into the account, and the account is the same")
    func compacts() async throws {
        let store = try open(path)
        try await store.activate()
        var (most, drops, last) = (0, 0, 0)
        for number in UInt64(1)...400 {
            try await store.submit([payment(number, number % 2 == 0 ? "coins" : "pass")])
            let size = (try? bytes(path + "/account.log").count) ?? 0
            if size < last { drops += 1 }
            (most, last) = (max(most, size), size)
        }
        #expect(drops >= 1)
        #expect(most < 4 * AccountHome.leastLogSize)
        await store.releaseFolder()
        let again = try await use(path)
        #expect(await again == store.transactions)
    }

    /// An account with one change in its log, and the log before and after one more.
    private func prepare(_ path: String) async throws -> (before: [UInt8], after: [UInt8]) {
        try await use(path) { store in
            try await store.submit([payment(1, "coins")])
            try await store.submit([payment(2, "lamp")])
        }
        let before = try bytes(path + "/account.log")
        try await use(path) { store in
            try await store.submit([payment(3, "silver")])
            #expect(await store.chargeCount == 3)
        }
        return (before, try bytes(path + "/account.log"))
    }

    @Test("At whichever byte a write ends, the account is as before it, and goes on; what arrived of it is cut off")
    func everyByte() async throws {
        let (before, after) = try await prepare(path)
        #expect(after.count > before.count + 100)
        for count in stride(from: before.count, to: after.count, by: plain(3, long: 1)) {
            // The rest was never written, or its place is there and holds zeros, in turn.
            let zeros = [UInt8](repeating: 0, count: count % 2 == 0 ? 0 : after.count - count)
            let torn = after[..<count] + zeros
            try write(torn, path + "/account.log")
            #expect(try await use(path).map(\.productID) == ["coins", "lamp"])
            let next = try await use(path) { try await $0.submit([payment(4, "pass")]) }
            #expect(next.map(\.productID) == ["coins", "lamp", "pass"])
            #expect(try await use(path) == next)
        }
    }

    @Test("Each bit of a log that is changed is noticed, with the file and the place of the line")
    func everyBit() async throws {
        let (_, after) = try await prepare(path)
        let ends = after.indices.filter { after[$0] == UInt8(ascii: "\n") }
        for index in stride(from: 0, to: after.count, by: plain(3, long: 1)) {
            var changed = after
            changed[index] ^= 1 << UInt8(index % 8)
            try write(changed, path + "/account.log")
            let error = #expect(throws: AccountFileFailure.self) { try open(path) }
            #expect(error?.code == .damaged)
            #expect(error?.path == path + "/account.log")
            let start = ends.last { $0 < index }.map { $0 + 1 } ?? 0
            #expect(error?.offset == start)
            #expect(error?.description.contains("account.log at byte \(start)") == true)
        }
    }

    @Test("A line that is lost, doubled or moved is noticed")
    func lines() async throws {
        let (_, after) = try await prepare(path)
        let lines = after.split(separator: UInt8(ascii: "\n")).map { Array($0) + [UInt8(ascii: "\n")] }
        #expect(lines.count == 3)
        for order in [[0, 2], [1, 2], [0, 1, 1, 2], [0, 2, 1]] {
            try write(order.flatMap { lines[$0] }, path + "/account.log")
            #expect(throws: AccountFileFailure.self) { try open(path) }
        }
    }

    @Test("A log whose account is missing or older is refused, and one that goes with an older account is not joined")
    func strangers() async throws {
        _ = try await prepare(path)
        let (account, log) = (path + "/account.json", path + "/account.log")
        let text = String(decoding: try bytes(account), as: UTF8.self)
        #expect(text.contains("\"generation\":1"))
        try FileManager.default.removeItem(atPath: account)
        #expect(throws: AccountFileFailure.self) { try open(path) }
        try write(text.replacing("\"generation\":1", with: "\"generation\":0").utf8, account)
        #expect(throws: AccountFileFailure.self) { try open(path) }
        try write(text.replacing("\"generation\":1", with: "\"generation\":2").utf8, account)
        #expect(try await use(path).map(\.productID) == ["coins"])
        try await use(path) { try await $0.submit([payment(5, "pass")]) }
        #expect(try await use(path).map(\.productID) == ["coins", "pass"])
        #expect(try bytes(log).count > 100)
    }

    @Test(
        "What somebody else takes away or writes while it is open is noticed, and nothing is charged", arguments: 0...3)
    func disturbed(what: Int) async throws {
        let (_, log) = try await prepare(path)
        let store = try open(path)
        try await store.activate()
        let file = path + (what < 2 ? "/account.log" : "/account.json")
        if what % 2 == 0 {
            try FileManager.default.removeItem(atPath: file)
        } else {
            try write(what == 1 ? log + log : Array("{}".utf8), file)
        }
        await #expect(throws: BackendFailure.self) { try await store.submit([payment(9, "coins")]) }
        #expect(await store.chargeCount == 3)
        #expect(await store.transactions.count == 3)
    }
}
