import PurserTesting

/// What libFuzzer calls with each input; a wrong answer ends the run and leaves the input in a file.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let answer = LedgerFuzzing.decode(Array(UnsafeBufferPointer(start: start, count: count)))
    if case .wrong(let what) = answer { preconditionFailure(what) }
    return 0
}
