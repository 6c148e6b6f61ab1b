// A warning on Apple's platforms alone turns the check red, too.
// Expected: result of call to 'first()' is unused
func first() -> Int { 1 }

func ignore() {
    #if canImport(Darwin)
        first()
    #endif
}
