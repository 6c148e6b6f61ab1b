// A module that is not there.
// Expected: no such module 'FoundationEssentials'
import FoundationEssentials

func now() -> Date { Date() }
