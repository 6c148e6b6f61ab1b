// What is found after type checking: a value that two tasks would share.
// Expected: risks causing data races
final class Box {
    var count = 0
}

func share() async {
    let box = Box()
    #if canImport(Darwin)
        Task { box.count += 1 }
    #endif
    box.count += 1
}
