/// The known aspect ratios of the first elements of a list: those of loaded elements, and of the elements before
/// them. Takes 4 bytes for each element.
struct AspectRatios: Hashable, Sendable {
    /// The stand-in for an unknown one: the aspect ratio of most photos.
    static let `default` = 4.0 / 3

    /// Width divided by height; 0 while unknown.
    private var values: [Float] = []

    /// The number of elements, with known and unknown aspect ratios.
    var count: Int { values.count }

    /// Width divided by height; nil while unknown.
    subscript(index: Int) -> Double? {
        values.indices.contains(index) && values[index] != 0 ? Double(values[index]) : nil
    }

    /// Completes or appends the aspect ratios of a range; nil keeps a known one. Ignored if elements before the range
    /// are missing.
    mutating func set(_ new: some Collection<Double?>, from start: Int) {
        write(new, from: start, keepsKnown: true)
    }

    /// Replaces or appends the aspect ratios of a range; nil stands for an unknown one, because another element may have
    /// had the known one. Ignored if elements before the range are missing.
    mutating func replace(with new: some Collection<Double?>, from start: Int) {
        write(new, from: start, keepsKnown: false)
    }

    private mutating func write(_ new: some Collection<Double?>, from start: Int, keepsKnown: Bool) {
        guard start <= count else { return }
        for (index, aspect) in zip(start..., new) {
            let value = aspect.map { Float($0) }
            if index == count {
                values.append(value ?? 0)
            } else if value != nil || !keepsKnown {
                values[index] = value ?? 0
            }
        }
    }

    /// Appends unknown aspect ratios, up to a number of elements.
    mutating func extend(to count: Int) {
        if count > self.count { values += repeatElement(0, count: count - self.count) }
    }

    /// Removes the elements after this number.
    mutating func limit(to count: Int) {
        if count < self.count { values.removeLast(self.count - count) }
    }
}
