#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension Seeds {
    private static let setting = ProcessInfo.processInfo.environment[scaleVariable]

    /// How many times as much as usual a long test does: `PURSER_SEEDS`, and 1 where that is no whole number above it.
    package static let factor = max(1, setting.flatMap { Int($0) } ?? 1)

    fileprivate static var isPlain: Bool { setting == nil }
}

/// How much of a long test runs, or how far apart are the cases that it tries: `usual` in a plain run, and `long` where
/// `PURSER_SEEDS` is set, as it is by `.ci/long`.
///
/// `.ci/mutants` shows whether a plain run finds the mutants that the long one finds.
package func plain<Number>(_ usual: Number, long: Number) -> Number { Seeds.isPlain ? usual : long }
