#if Server
    import Foundation
    import Purser
    import PurserServer
    import PurserTesting
    import TestDatabase

    // A process that shares a purchase book with others, for tests that kill and pause it.
    //
    //   BookWorker write ADDRESS SEED PART PARTS [noting]   reports its part of random lives, and some of the others', until each is
    //       answered; with `noting` the table `telling` has which one it reports
    //   BookWorker follow ADDRESS CONSUMER         delivers updates into the table `delivered`, which takes none with an earlier fence
    //   BookWorker bench|owned|updates|followed …  see Bench.swift
    let words = CommandLine.arguments
    if try await Bench.run(words) { exit(0) }
    let address = try DatabaseAddress(words[2])
    var opened: PurchaseBook?
    while opened == nil {
        do {
            opened = try await PurchaseBook.sample(address) { $0.callLimit = .seconds(2) }
        } catch let failure as BookFailure where failure.retryClass != .permanent {
            // On a busy machine the first calls may take longer than that.
            try await Task.sleep(for: .milliseconds(50))
        }
    }
    guard let book = opened else { exit(1) }

    if words[1] == "write", let seed = UInt64(words[3]), let part = Int(words[4]), let parts = Int(words[5]) {
        let lives = RandomLives.shared(seed: seed)
        var generator = SeededGenerator(seed: seed &+ UInt64(part))
        let notes = words.count > 6 ? try ConnectionPool(address, size: 1, limit: patience) : nil
        for (index, delivery) in lives.deliveries.enumerated() {
            // Apple and apps report the same to several processes.
            guard index % parts == part || Int.random(in: 0..<4, using: &generator) == 0 else { continue }
            _ = try await notes?.run(
                SQLStatement(
                    """
                    insert into telling values (current_setting('book.writer'), $1)
                    on conflict (part) do update set delivery = excluded.delivery
                    """, [.integer(Int64(index))]))
            while (try? await book.record(delivery.value)) == nil { try await Task.sleep(for: .milliseconds(5)) }
        }
    } else {
        var options = FollowOptions()
        (options.lease, options.interval, options.attempts) = (.milliseconds(400), .milliseconds(20), 1_000)
        options.longestPause = .milliseconds(20)
        let receiver = try ConnectionPool(address, size: 2, limit: .seconds(2))
        try await book.follow(words[3], from: .beginning, options: options) { update in
            _ = try await receiver.run(
                SQLStatement(
                    "select deliver($1, $2, $3, $4)",
                    [
                        .text(Holder(user: update.user).text), .integer(Int64(clamping: update.update.sequence)),
                        .integer(update.fence), .text("\(update.update.kind) \(update.update.transaction.id)"),
                    ]))
        }
    }
    book.close()
#endif
