import Foundation

/// How much of a long test runs, or how far apart are the cases that it tries: `usual` in a plain run, and `long` where
/// `PURSER_SEEDS` is set, as it is by `.ci/long`.
///
/// `.ci/mutants` shows whether a plain run finds the mutants that the long one finds.
func plain(_ usual: Int, long: Int) -> Int {
    ProcessInfo.processInfo.environment["PURSER_SEEDS"] == nil ? usual : long
}
