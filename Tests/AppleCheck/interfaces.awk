# Rewrites one textual interface of this toolchain's standard library so that it stands for an Apple platform.
#
# awk -v from=x86_64-unknown-linux-gnu -v to=x86_64-apple-macosx26.0 -v module=Swift -f interfaces.awk FILE
#
# The declarations keep their @available, which is what the check is for. Only what an Apple target refuses is changed;
# each rule says why.

# The whole interface is kept: some rules look ahead.
{ lines[NR] = $0 }

END {
    for (number = 1; number <= NR; number++) {
        line = lines[number]
        # The flags that the compiler builds the interface with.
        if (line ~ /^\/\/ swift-module-flags/) {
            start = index(line, from)
            if (start) line = substr(line, 1, start - 1) to substr(line, start + length(from))
            # Functions would count as inlinable into programs for systems older than their declarations.
            sub(/-target-min-inlining-version min /, "", line)
        }
        # The C library is another one there, and nothing that is declared here needs it.
        if (line == "import Glibc" || line == "import Musl") continue
        # An interface that drops the body of a back-deployed function is refused; for the check the function is
        # then as new as its @available says, which is the careful side.
        if (line ~ /@backDeployed/ && !hasBody(number)) sub(/@backDeployed\([^)]*\)/, "", line)
        # A typed failure of asynchronous sequences is newer than the sequences, and Apple's compilers are told so by
        # the protocol's own declaration; here each witness has to say it.
        if (line ~ /@available/ && lines[number + 1] ~ /@_implements\(.*, Failure\)/)
            line = "@available(macOS 15.0, iOS 18.0, watchOS 11.0, tvOS 18.0, visionOS 2.0, *)"
        print line
    }
    # Called by inlinable code on Linux only, and declared in the part of the module that is only there.
    if (module == "Synchronization") print "public func _swift_stdlib_gettid() -> Swift.UInt32"
}

# Whether the declaration that the attribute on line `number` belongs to has a body.
function hasBody(number,    line, parts, count) {
    while (number < NR && lines[number] !~ /(^|[^A-Za-z_])(func|var|init|subscript)([^A-Za-z_]|$)/) number++
    line = lines[number]
    count = split(line, parts, "->")
    return parts[count] ~ /\{/
}
