/** Points and lengths on a floor plan, in pixels of its image from the left and top edge. Pure. Source: G52. */
import { METRES_PER_PIXEL } from '@whereabouts/domain/positions'

export interface Point {
  readonly x: number
  readonly y: number
}

export interface Size {
  readonly width: number
  readonly height: number
}

/** Steps of the arrow keys in pixels. */
const STEPS = { usual: 10, fine: 1 } as const
const ARROWS: Readonly<Record<string, Point>> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
}

export const isOnPlan = ({ x, y }: Point, { width, height }: Size): boolean =>
  x >= 0 && x <= width && y >= 0 && y <= height

/** The nearest whole pixel on the plan. */
export const keptOnPlan = ({ x, y }: Point, { width, height }: Size): Point => ({
  x: Math.round(Math.min(width, Math.max(0, x))),
  y: Math.round(Math.min(height, Math.max(0, y))),
})

/** Where a key moves a point; undefined for keys that move nothing. */
export function stepped(point: Point, { key, shiftKey }: { key: string; shiftKey: boolean }, plan: Size) {
  const arrow = ARROWS[key]
  if (arrow === undefined) return undefined
  const step = shiftKey ? STEPS.fine : STEPS.usual
  return keptOnPlan({ x: point.x + arrow.x * step, y: point.y + arrow.y * step }, plan)
}

/** Metres per pixel by a line of known length (m); undefined where that is no scale. */
export function scaleOf(from: Point, to: Point, metres: number): number | undefined {
  const scale = metres / Math.hypot(to.x - from.x, to.y - from.y)
  return scale >= METRES_PER_PIXEL.least && scale <= METRES_PER_PIXEL.most ? scale : undefined
}

/** True where two pictures differ in shape by more than a pixel's rounding: points would be drawn apart. */
export const isOtherShape = (one: Size, other: Size): boolean =>
  Math.abs((one.width * other.height) / (one.height * other.width) - 1) > 0.01
