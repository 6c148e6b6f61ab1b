import Purser
import PurserTesting
import Testing

@Suite("StoreKit 2 keeps the backends' contract")
struct StoreKit2ContractTests {
    @Test("Where Apple's store does what it promises", arguments: BackendContract.checks)
    func calm(check: BackendContract.Check) async throws { try await Self.run(check, .none) }

    @Test(
        "Where lists are late, and the updates repeat what a purchase has returned", arguments: BackendContract.checks)
    func late(check: BackendContract.Check) async throws {
        var defects = FakeDefects()
        defects.listingLag = .milliseconds(300)
        defects.repeatDelay = .milliseconds(10)
        try await Self.run(check, defects)
    }

    @Test(
        "Where the updates tell a purchase before its call returns, and nothing is listed",
        arguments: BackendContract.checks)
    func early(check: BackendContract.Check) async throws {
        var defects = FakeDefects()
        defects.returnDelay = .milliseconds(10)
        defects.hasEmptyEntitlements = true
        try await Self.run(check, defects)
    }

    @Test("Where a finish takes long", arguments: BackendContract.finishingChecks)
    func slow(check: BackendContract.Check) async throws {
        var defects = FakeDefects()
        defects.finishHangs = .milliseconds(50)
        try await Self.run(check, defects)
    }

    private static func run(_ check: BackendContract.Check, _ defects: FakeDefects) async throws {
        let subject = StoreKit2UnderTest(defects)
        try await subject.during { try await check.run { subject } }
    }
}

extension BackendContract {
    /// Those that finish something.
    static let finishingChecks = checks.filter { $0.name.contains("finish") }
}
