import { expect, test } from 'vitest'
import { zoomRanges } from './plan-levels.ts'

/** Device pixels a plan is wide on the screen at a zoom. */
const shownAt = (zoom: number, worldWidth: number, density: number) => 512 * 2 ** zoom * worldWidth * density

test.each([1, 2])(
  'with %i device pixels each size of a plan is drawn at less than twice and more than its own',
  (density) => {
    const worldWidth = 1.5e-6
    const widths = [2400, 1200, 600, 300]
    const ranges = zoomRanges(widths, worldWidth, density)
    expect(ranges[0]?.maxzoom).toBe(24)
    expect(ranges.at(-1)?.minzoom).toBe(0)
    for (const [at, { minzoom, maxzoom }] of ranges.entries()) {
      const width = widths[at] as number
      if (at > 0) {
        expect(maxzoom).toBe(ranges[at - 1]?.minzoom)
        expect(shownAt(maxzoom, worldWidth, density) / width).toBeCloseTo(1.2)
      }
      if (minzoom > 0) expect(width / shownAt(minzoom, worldWidth, density)).toBeLessThan(2)
    }
  },
)
