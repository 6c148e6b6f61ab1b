import Purser
import PurserTesting
import Testing

@Suite("A wrong adapter is noticed by the contract")
struct WrongAdapterTests {
    /// The first check that finds something; checks are tried in their order.
    private static func finding(
        _ make: () -> (any BackendUnderTest, (@Sendable () async throws -> Void) async throws -> Void)
    ) async throws -> ContractFailure? {
        for check in BackendContract.checks {
            let (subject, during) = make()
            do {
                try await during { try await check.run { subject } }
            } catch let violation as ContractFailure {
                return violation
            }
        }
        return nil
    }

    @Test("Of StoreKit 2", arguments: WrongAdapter.Fault.allCases)
    func storeKit2(_ fault: WrongAdapter.Fault) async throws {
        let found = try await Self.finding {
            let subject = StoreKit2UnderTest(.none, patience: .milliseconds(600)) {
                WrongAdapter($0, fault, clock: SystemClock())
            }
            return (subject, { try await subject.during($0) })
        }
        #expect(found != nil)
    }

    @Test("Of StoreKit 1", arguments: [WrongAdapter.Fault.finishesFirst, .answersTwice, .losesWhatCameBefore])
    func storeKit1(_ fault: WrongAdapter.Fault) async throws {
        let found = try await Self.finding {
            let subject = StoreKit1UnderTest(patience: .milliseconds(600)) {
                WrongAdapter($0, fault, clock: SystemClock())
            }
            return (subject, { try await subject.during($0) })
        }
        #expect(found != nil)
    }
}
