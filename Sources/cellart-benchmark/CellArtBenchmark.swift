import CellArt

/// Measures how long it takes to convert a photo to 200 x 50 cells, compared with other programs. docs/CellArt.md has
/// the results.
@main
enum CellArtBenchmark {
    static func main() throws {
        let arguments = CommandLine.arguments.dropFirst()
        if arguments.isEmpty {
            for (width, height) in [(500, 375), (1000, 750)] {
                try ConversionTimes(width: width, height: height).print()
            }
        } else if arguments.count == 2, let program = arguments.first, let photo = arguments.last {
            ProgramTimes(program: program, photo: photo).print()
        } else {
            print("cellart-benchmark: of bitmaps\ncellart-benchmark TINTYPE PHOTO: of whole processes")
        }
    }
}
