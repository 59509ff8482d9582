import Glibc

/// A color in Oklab: lightness and two opponent axes (Ottosson, 2020).
struct Oklab {
    var axes: SIMD3<Double>

    init(_ color: LinearColor) {
        let long = cbrt(0.412_221_470_8 * color.x + 0.536_332_536_3 * color.y + 0.051_445_992_9 * color.z)
        let medium = cbrt(0.211_903_498_2 * color.x + 0.680_699_545_1 * color.y + 0.107_396_956_6 * color.z)
        let short = cbrt(0.088_302_461_9 * color.x + 0.281_718_837_6 * color.y + 0.629_978_700_5 * color.z)
        axes = SIMD3(
            0.210_454_255_3 * long + 0.793_617_785_0 * medium - 0.004_072_046_8 * short,
            1.977_998_495_1 * long - 2.428_592_205_0 * medium + 0.450_593_709_9 * short,
            0.025_904_037_1 * long + 0.782_771_766_2 * medium - 0.808_675_766_0 * short)
    }

    func mixed(with other: Oklab, _ amount: Double) -> Oklab {
        var result = self
        result.axes += (other.axes - axes) * amount
        return result
    }

    var light: LinearColor {
        var long = axes.x + 0.396_337_777_4 * axes.y + 0.215_803_757_3 * axes.z
        var medium = axes.x - 0.105_561_345_8 * axes.y - 0.063_854_172_8 * axes.z
        var short = axes.x - 0.089_484_177_5 * axes.y - 1.291_485_548_0 * axes.z
        long *= long * long
        medium *= medium * medium
        short *= short * short
        let color = LinearColor(
            4.076_741_662_1 * long - 3.307_711_591_3 * medium + 0.230_969_929_2 * short,
            -1.268_438_004_6 * long + 2.609_757_401_1 * medium - 0.341_319_396_5 * short,
            -0.004_196_086_3 * long - 0.703_418_614_7 * medium + 1.707_614_701_0 * short)
        return color.replacing(with: 0, where: color .< 0)
    }
}
