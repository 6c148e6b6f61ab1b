import PurserSimulator

extension Nearest {
    /// The question after a message, such as `; did you mean buy?`; empty if no candidate is similar.
    static func question(_ word: String, _ candidates: some Sequence<String>) -> String {
        self.word(to: word, of: candidates).map { "; did you mean \(Line.single($0))?" } ?? ""
    }
}
