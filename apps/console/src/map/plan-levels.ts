/** A plan in several sizes: WebGL draws a picture smoothly only near its own size, and thin walls vanish far below it. */

/** Each size is half of the one before; smaller than this (px) a plan is a stamp. */
const LEAST_WIDTH = 120
/** A picture may be drawn this much larger than it is before the next larger one takes over. */
const STRETCH = 1.2

/** The picture itself and its halves, largest first. */
export async function planLevels(picture: ImageBitmap): Promise<ImageBitmap[]> {
  const levels = [picture]
  for (let width = picture.width / 2; width >= LEAST_WIDTH; width /= 2) {
    const larger = levels.at(-1) as ImageBitmap
    levels.push(await createImageBitmap(larger, { resizeWidth: Math.round(width), resizeQuality: 'high' }))
  }
  return levels
}

export interface ZoomRange {
  readonly minzoom: number
  readonly maxzoom: number
}

/**
 * At which zooms each size is drawn, in the order of `widths` (largest first). `worldWidth` is the plan's width as a
 * share of the world's, `density` the device pixels to one of the page. The ranges meet and cover everything.
 */
export function zoomRanges(widths: readonly number[], worldWidth: number, density: number): ZoomRange[] {
  const upTo = widths.map((width) => clamp(Math.log2((width * STRETCH) / density / 512 / worldWidth)))
  return widths.map((_, at) => ({ minzoom: upTo[at + 1] ?? 0, maxzoom: at === 0 ? 24 : (upTo[at] as number) }))
}

const clamp = (zoom: number): number => Math.max(0, Math.min(24, zoom))
