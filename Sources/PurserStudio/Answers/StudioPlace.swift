#if Studio
    /// The position up to which a page has read: the run of the server, and the number of the last event.
    ///
    /// The numbers of a run begin with 1, and each run has its own name, so a number of an ended run is never used for
    /// the current one.
    struct StudioPlace: Sendable, Hashable, LosslessStringConvertible {
        let run: String
        let number: Int

        init(run: String, number: Int) { (self.run, self.number) = (run, number) }

        /// Reads the form that a browser sends as `Last-Event-ID`.
        init?(_ description: String) {
            let parts = description.split(separator: "-", omittingEmptySubsequences: false)
            guard parts.count == 2, let number = Int(parts[1]), number >= 0 else { return nil }
            self.init(run: String(parts[0]), number: number)
        }

        var description: String { "\(run)-\(number)" }
    }
#endif
