import Purser
import Testing

@Suite("Connectivity", .timeLimit(.minutes(30)))
struct ConnectivityTests {
    @Test("R2: a reader gets the present state, then each change")
    func changes() async {
        let network = ManualConnectivity(isOnline: false)
        var reader = network.changes().makeAsyncIterator()
        #expect(await reader.next() == false)
        network.setOnline(true)
        #expect(await reader.next() == true)
        network.setOnline(false)
        #expect(await reader.next() == false)
        #expect(!network.isOnline)
    }

    @Test("R2: setting the same state again tells nobody")
    func repetition() async {
        let network = ManualConnectivity(isOnline: true)
        var reader = network.changes().makeAsyncIterator()
        #expect(await reader.next() == true)
        network.setOnline(true)
        network.setOnline(false)
        #expect(await reader.next() == false)
    }

    @Test("R2: a return of the network is told even when the reader missed its absence")
    func blink() async {
        let network = ManualConnectivity(isOnline: true)
        var reader = network.changes().makeAsyncIterator()
        #expect(await reader.next() == true)
        network.setOnline(false)
        network.setOnline(true)
        #expect(await reader.next() == true)
    }

    @Test("R2: each reader gets all of it, and a cancelled one ends")
    func readers() async {
        let network = ManualConnectivity(isOnline: false)
        var patient = network.changes().makeAsyncIterator()
        let cancelled = Task {
            var states: [Bool] = []
            for await state in network.changes() { states.append(state) }
            return states
        }
        #expect(await patient.next() == false)
        cancelled.cancel()
        #expect(await cancelled.value.count <= 1)
        network.setOnline(true)
        #expect(await patient.next() == true)
    }

    @Test("R2: a network that is always there says so once")
    func always() async {
        #expect(AlwaysOnline().isOnline)
        var states: [Bool] = []
        for await state in AlwaysOnline().changes() { states.append(state) }
        #expect(states == [true])
    }
}
