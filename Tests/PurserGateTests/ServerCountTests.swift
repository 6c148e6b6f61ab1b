#if Verification
    import Testing

    @testable import PurserBench

    @Suite("What a call of Apple's server costs")
    struct ServerCountTests {
        #if os(Linux)
            @Test("One token serves more than a hundred calls of 64 callers")
            func tokens() async throws {
                // In a process of its own: other tests keep the threads of this one busy.
                await #expect(processExitsWith: .success) {
                    let server = try await MeasuredServer()
                    _ = try await server.calls(64)
                    let tokens = await server.tokensPerCall
                    #expect(tokens > 0 && tokens < Limits.tokensPerCall, "\(tokens) tokens for each call")
                }
            }

            @Test("Reading a long history keeps no page in memory", .enabled(if: Allocations.areCounted))
            func history() async throws {
                // In a process of its own: other tests allocate at the same time in this one.
                await #expect(processExitsWith: .success) {
                    let history = try await MeasuredServer().history(of: 2_000)
                    #expect(history.pages == 101)
                    let bytes = (history.late - history.early) / Double(history.pages)
                    #expect(bytes <= Limits.bytesOfPage, "\(bytes) bytes for each page")
                }
            }
        #endif
    }
#endif
