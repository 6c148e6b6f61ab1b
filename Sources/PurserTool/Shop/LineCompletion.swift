import Foundation
import Purser
import PurserSimulator

/// The completions of the shop's Tab key: its commands, and the products after them.
///
/// The editor's library calls a C function without context, so the data is stored here, once for the process.
enum LineCompletion {
    /// The products of the open shop, the completions of the current beginning, and the address of the library's line.
    private static let state = Lock((names: ProductNames([]), words: [String](), line: UInt(0)))

    /// The completions of a beginning.
    static func words(for beginning: String, behind typed: [String], _ names: ProductNames) -> [String] {
        guard let command = typed.first?.lowercased() else {
            return ShopCommand.names.filter { $0.hasPrefix(beginning.lowercased()) }
        }
        let lists = ["storefront": StoreStorefront.countries, "defects": ShopCommand.defectNames]
        let typed = command == "storefront" ? beginning.uppercased() : beginning
        let choices = (lists[command] ?? ShopCommand.choices(command)).filter { $0.hasPrefix(typed) }.sorted()
        let isWithoutProduct =
            lists[command] != nil || ["network", "payments", "faults", "ask", "grace"].contains(command)
        return isWithoutProduct ? choices : choices + names.completions(of: beginning)
    }

    /// Installs the completion of the shop's words in an editor's library; returns whether the library has such calls.
    @MainActor
    static func install(in library: UnsafeMutableRawPointer, _ names: ProductNames) -> Bool {
        typealias Generate = @convention(c) (UnsafePointer<CChar>?, Int32) -> UnsafeMutablePointer<CChar>?
        guard let entry = dlsym(library, "rl_completion_entry_function"), let line = dlsym(library, "rl_line_buffer")
        else { return false }
        state.withLock { ($0.names, $0.line) = (names, UInt(bitPattern: line)) }
        let generate: Generate = { text, number in LineCompletion.next(text, number) }
        entry.assumingMemoryBound(to: Generate?.self).pointee = generate
        return true
    }

    /// The next completion, in memory that the library frees; `nil` after the last one.
    private static func next(_ text: UnsafePointer<CChar>?, _ number: Int32) -> UnsafeMutablePointer<CChar>? {
        let beginning = text.map { String(cString: $0) } ?? ""
        return state.withLock { state in
            if number == 0 {
                let line = UnsafePointer<UnsafePointer<CChar>?>(bitPattern: state.line)?.pointee
                let typed = line.map { String(cString: $0) } ?? ""
                let before = typed.dropLast(beginning.count).split(separator: " ").map(String.init)
                state.words = words(for: beginning, behind: before, state.names)
            }
            guard state.words.indices.contains(Int(number)) else { return nil }
            return strdup(state.words[Int(number)])
        }
    }
}
