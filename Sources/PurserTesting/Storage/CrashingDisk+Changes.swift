extension CrashingDisk.NameChange {
    func apply(to names: inout [String: Int]) {
        switch self {
        case .create(let name, let number): names[name] = number
        case .rename(let name, let newName): names[newName] = names.removeValue(forKey: name)
        case .remove(let name): names[name] = nil
        }
    }
}

extension CrashingDisk.Change {
    func apply(to bytes: inout [UInt8]) {
        switch self {
        case .write(let new, let offset):
            let end = offset + new.count
            if bytes.count < end { bytes += repeatElement(0, count: end - bytes.count) }
            bytes.withUnsafeMutableBytes {
                UnsafeMutableRawBufferPointer(rebasing: $0[offset..<end]).copyBytes(from: new)
            }
        case .truncate(let size):
            if size < bytes.count { bytes.removeLast(bytes.count - size) }
            if size > bytes.count { bytes += repeatElement(0, count: size - bytes.count) }
        }
    }
}

extension CrashingDisk.Change {
    /// The change in the pieces that a disk writes at once.
    var sectors: [CrashingDisk.Change] {
        guard case .write(let bytes, let offset) = self else { return [self] }
        var sectors: [CrashingDisk.Change] = []
        var start = 0
        while start < bytes.count {
            let end = min(bytes.count, ((offset + start) / 512 + 1) * 512 - offset)
            sectors.append(.write(Array(bytes[start..<end]), at: offset + start))
            start = end
        }
        return sectors
    }
}

extension CrashingDisk.Content {
    /// The rest of it after a loss of power: some of the unsynced sectors, and some of them torn.
    func afterPowerLoss(using generator: inout some RandomNumberGenerator) -> [UInt8] {
        var result = safe
        // Sometimes everything arrived in order up to a point, as most devices do it.
        if Bool.random(using: &generator) {
            for change in changes.prefix(Int.random(in: 0...changes.count, using: &generator)) {
                change.apply(to: &result)
            }
            return result
        }
        for change in changes {
            switch change {
            case .truncate: if Bool.random(using: &generator) { change.apply(to: &result) }
            case .write(let bytes, let offset):
                var start = 0
                while start < bytes.count {
                    let end = min(bytes.count, ((offset + start) / 512 + 1) * 512 - offset)
                    var sector = Array(bytes[start..<end])
                    switch Int.random(in: 0..<5, using: &generator) {
                    case 0, 1: sector = []
                    case 2: sector = Array(sector.prefix(Int.random(in: 0...sector.count, using: &generator)))
                    default: break
                    }
                    if !sector.isEmpty { CrashingDisk.Change.write(sector, at: offset + start).apply(to: &result) }
                    start = end
                }
            }
        }
        return result
    }
}
