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

    @Test(
        "R2: setting the same state again tells nobody; a return is told even when the reader missed the absence",
        arguments: [true, false])
    func unread(first: Bool) async {
        let network = ManualConnectivity(isOnline: true)
        var reader = network.changes().makeAsyncIterator()
        #expect(await reader.next() == true)
        network.setOnline(first)
        network.setOnline(!first)
        #expect(await reader.next() == !first)
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
