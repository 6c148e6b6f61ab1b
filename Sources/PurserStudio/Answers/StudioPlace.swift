#if Studio
    /// How far a page has read: the run of the server, and the number of the last thing that happened in it.
    ///
    /// The numbers of a run begin with 1, and a run that begins later has another name. So a number of a run that has ended is not
    /// taken for one of the present run.
    struct StudioPlace: Sendable, Hashable, LosslessStringConvertible {
        let run: String
        let number: Int

        init(run: String, number: Int) { (self.run, self.number) = (run, number) }

        /// Reads the form that a browser sends back as `Last-Event-ID`.
        init?(_ description: String) {
            let parts = description.split(separator: "-", omittingEmptySubsequences: false)
            guard parts.count == 2, let number = Int(parts[1]), number >= 0 else { return nil }
            self.init(run: String(parts[0]), number: number)
        }

        var description: String { "\(run)-\(number)" }
    }
#endif
