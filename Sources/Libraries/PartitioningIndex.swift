extension Array {
    /// The first index whose element belongs to the second part of an array that is partitioned, else the array's count.
    func partitioningIndex(_ belongsInSecondPart: (Element) -> Bool) -> Int {
        var low = 0
        var high = count
        while low < high {
            let middle = low + (high - low) / 2
            if belongsInSecondPart(self[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
