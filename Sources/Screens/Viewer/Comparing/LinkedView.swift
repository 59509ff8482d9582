import Basics
import CellArt

/// The view that the panes of a comparison share, and how each pane differs from it.
///
/// Zooming, panning and rotating changes the view of all panes, or only that of one; the difference then stays.
/// Positions are fractions, so that the same part is under the same cell, even if the pictures differ in size.
struct LinkedView: Hashable, Sendable {
    /// The difference of a pane from the common view.
    private struct Offset: Hashable {
        /// Fractions of the upright picture.
        var (x, y) = (0.0, 0.0)
        /// The scale of the pane divided by the common one.
        var factor = 1.0
        var rotation = Rotation.none
    }

    private var common = RelativeView(
        center: .middle, scale: 0, isFitted: true, isFilled: false, rotation: .none)
    private var offsets: [Pane: Offset] = [:]

    /// Returns a pane's viewport of its picture.
    func viewport(_ viewport: Viewport, of pane: Pane) -> Viewport {
        let offset = offsets[pane] ?? Offset()
        var view = common
        view.center.x += offset.x
        view.center.y += offset.y
        view.rotation = common.rotation.turned(by: offset.rotation)
        var result = viewport
        if offset.factor != 1 {
            view.scale = scale(of: viewport, rotation: view.rotation) * offset.factor
            view.isFitted = false
            view.isFilled = false
        }
        result.show(view)
        return result
    }

    /// Shows another view in a pane.
    ///
    /// - Parameters:
    ///   - viewport: the current viewport of the pane.
    ///   - isLinked: whether the other panes follow.
    mutating func show(_ changed: Viewport, in pane: Pane, insteadOf viewport: Viewport, isLinked: Bool) {
        guard changed != viewport else { return }
        let view = changed.relative
        var offset = offsets[pane] ?? Offset()
        guard isLinked else {
            let scale = scale(of: viewport, rotation: view.rotation)
            offset.x = view.center.x - common.center.x
            offset.y = view.center.y - common.center.y
            offset.factor = abs(view.scale / scale - 1) < 1e-9 ? 1 : view.scale / scale
            offset.rotation = view.rotation.turned(by: common.rotation.reversed)
            offsets[pane] = offset
            return
        }
        var new = view
        new.center.x -= offset.x
        new.center.y -= offset.y
        new.rotation = view.rotation.turned(by: offset.rotation.reversed)
        if view.isFitted || view.isFilled {
            for pane in offsets.keys { offsets[pane]?.factor = 1 }
        } else if view.scale == viewport.relative.scale {
            (new.scale, new.isFitted, new.isFilled) = (common.scale, common.isFitted, common.isFilled)
        } else {
            new.scale = view.scale / offset.factor
        }
        common = new
    }

    /// Removes the difference of a pane, which will show another picture.
    mutating func reset(_ pane: Pane) {
        offsets[pane] = nil
    }

    /// Returns the center of a pane's view.
    func center(of pane: Pane) -> PicturePoint {
        PicturePoint(x: common.center.x + (offsets[pane]?.x ?? 0), y: common.center.y + (offsets[pane]?.y ?? 0))
    }

    /// Shows in a pane what another one shows.
    /// - Parameter offset: how far that is from there in its picture, in fractions.
    mutating func align(_ pane: Pane, with other: Pane, by offset: (x: Double, y: Double)) {
        var new = offsets[other] ?? Offset()
        new.x += offset.x
        new.y += offset.y
        offsets[pane] = new
    }

    /// Returns the scale of a picture in the common view.
    private func scale(of viewport: Viewport, rotation: Rotation) -> Double {
        var view = common
        view.rotation = rotation
        var result = viewport
        result.show(view)
        return result.relative.scale
    }
}

extension Rotation {
    /// Returns this rotation followed by another one.
    fileprivate func turned(by other: Rotation) -> Rotation {
        Rotation(rawValue: (rawValue + other.rawValue) % 4) ?? .none
    }
}
