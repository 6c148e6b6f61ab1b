import Purser
import PurserTesting
import Testing

@Suite("StoreKit 1 keeps the backends' contract")
struct StoreKit1ContractTests {
    @Test("Where Apple's store does what it promises", arguments: BackendContract.checks)
    func calm(check: BackendContract.Check) async throws {
        let subject = StoreKit1UnderTest()
        try await subject.during { try await check.run { subject } }
    }

    @Test("Where what was finished leaves the queue late", arguments: BackendContract.finishingChecks)
    func late(check: BackendContract.Check) async throws {
        let subject = StoreKit1UnderTest(finishLag: .milliseconds(100))
        try await subject.during { try await check.run { subject } }
    }
}
