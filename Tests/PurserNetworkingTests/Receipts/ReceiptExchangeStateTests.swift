import Purser
import Testing

@testable import PurserNetworking

@Suite("Production and sandbox")
struct ReceiptExchangeStateTests {
    /// What follows on these statuses, as words.
    private func story(_ statuses: [Int], _ state: inout ReceiptExchangeState) -> [String] {
        var story = [word(state.attempted())]
        for status in statuses { story.append(word(state.answered(ReceiptStatus(rawValue: status), isRetryable: nil))) }
        return story
    }

    private func word(_ step: ReceiptExchangeState.Step) -> String {
        switch step {
        case .ask(let service): "\(service)"
        case .answer: "answer"
        case .fail(let failure): "\(failure.code) \(failure.retryClass == .permanent ? "for good" : "for now")"
        }
    }

    @Test("21007 and 21008 are followed once, and the next receipt begins at production again")
    func redirections() {
        var state = ReceiptExchangeState()
        #expect(story([0], &state) == ["production", "answer"])
        #expect(story([21_007, 0], &state) == ["production", "sandbox", "answer"])
        #expect(story([21_007, 21_006], &state) == ["production", "sandbox", "answer"])
        #expect(story([21_007, 21_008], &state) == ["production", "sandbox", "contradiction for good"])
        #expect(story([21_007, 21_007], &state) == ["production", "sandbox", "contradiction for good"])
        #expect(story([21_008], &state) == ["production", "contradiction for good"])
        #expect(story([0], &state) == ["production", "answer"])
    }

    @Test("Which statuses pass by themselves; a malformed receipt is sent once more")
    func statuses() {
        var state = ReceiptExchangeState()
        let expected = [
            21_000: "rejected for good", 21_003: "notAuthentic for good", 21_004: "wrongSecret for good",
            21_005: "unavailable for now", 21_009: "unavailable for now", 21_010: "accountNotFound for good",
            21_100: "unavailable for now", 21_199: "unavailable for now", 21_200: "rejected for good",
        ]
        for (status, word) in expected { #expect(story([status], &state).last == word, "\(status)") }
        #expect(story([21_002], &state).last == "malformedReceipt for now")
        #expect(story([21_002], &state).last == "malformedReceipt for good")
        let internalError = state.answered(ReceiptStatus(rawValue: 21_150), isRetryable: false)
        #expect(word(internalError) == "unavailable for good")
        let unknown = state.answered(ReceiptStatus(rawValue: 21_999), isRetryable: true)
        #expect(word(unknown) == "rejected for now")
    }
}
