import Foundation
import PurserTesting

/// The one reader that is fuzzed, where `PURSER_FUZZ_READER` names one: then the whole input is its.
private let chosen: SignedReader? = {
    guard let name = ProcessInfo.processInfo.environment["PURSER_FUZZ_READER"], !name.isEmpty else { return nil }
    guard let reader = SignedReader(named: name) else {
        let names = SignedReader.allCases.map { "\($0)" }.joined(separator: ", ")
        preconditionFailure("PURSER_FUZZ_READER is “\(name)”; the readers are \(names)")
    }
    return reader
}()

/// What libFuzzer calls with each input; a wrong answer ends the run and leaves the input in a file.
///
/// The first byte chooses the decoder, unless one reader is chosen for all.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let input = Array(UnsafeBufferPointer(start: start, count: count))
    if let chosen {
        if let what = SignedFuzzing.check(input, by: chosen) { preconditionFailure(what) }
        return 0
    }
    if let first = input.first, let reader = SignedReader(rawValue: first) {
        if let what = SignedFuzzing.check(Array(input.dropFirst()), by: reader) { preconditionFailure(what) }
        return 0
    }
    let answer = LedgerFuzzing.decode(input)
    if case .wrong(let what) = answer { preconditionFailure(what) }
    return 0
}
