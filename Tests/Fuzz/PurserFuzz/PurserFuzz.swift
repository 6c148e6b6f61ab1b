import PurserTesting

/// What libFuzzer calls with each input; a wrong answer ends the run and leaves the input in a file.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let input = Array(UnsafeBufferPointer(start: start, count: count))
    if let first = input.first, SignedFuzzing.marks.contains(first) {
        if let what = SignedFuzzing.check(input) { preconditionFailure(what) }
        return 0
    }
    let answer = LedgerFuzzing.decode(input)
    if case .wrong(let what) = answer { preconditionFailure(what) }
    return 0
}
