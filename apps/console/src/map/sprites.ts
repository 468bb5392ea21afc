/** Draws the map symbols on a canvas, once per look. Source: design language §3, §8. */
import { inkOn, type Palette, paled } from './palette.ts'
import { ARROW, ARROW_SELECTED, OUTLINES, PHONE_BAR, STATE_SHAPES, STRAP, STRAP_SEAMS, WAVES } from './shapes.ts'
import type { CrowdLook, MarkerLook, SpriteLook } from './sprite-key.ts'

/** Device pixels per pixel of a sprite: sharp on dense screens, still small. */
export const SPRITE_SCALE = 2

const FONT =
  '-apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, "Noto Sans CJK JP", "Noto Sans CJK TC", sans-serif'

type Brush = OffscreenCanvasRenderingContext2D
type Paint = { fill?: string; stroke?: string; width?: number; dash?: number[]; round?: boolean; alpha?: number }

function paint(brush: Brush, path: string, { fill, stroke, width = 1, dash = [], round, alpha = 1 }: Paint): void {
  const shape = new Path2D(path)
  brush.globalAlpha = alpha
  brush.lineJoin = 'round'
  brush.lineCap = round ? 'round' : 'butt'
  brush.setLineDash(dash)
  if (stroke) {
    brush.strokeStyle = stroke
    brush.lineWidth = width
    brush.stroke(shape)
  }
  if (fill) {
    brush.fillStyle = fill
    brush.fill(shape)
  }
  brush.globalAlpha = 1
}

function write(brush: Brush, text: string, size: number, baseline: number, colour: string): void {
  brush.font = `650 ${size}px ${FONT}`
  brush.textAlign = 'center'
  brush.fillStyle = colour
  brush.fillText(text, 0, baseline)
}

const disc = (radius: number): string =>
  `M${radius} 0A${radius} ${radius} 0 1 1 ${-radius} 0A${radius} ${radius} 0 1 1 ${radius} 0Z`

function badge(brush: Brush, palette: Palette, x: number, y: number, radius: number, draw: () => void): void {
  brush.save()
  brush.translate(x, y)
  paint(brush, disc(radius), { fill: palette.surface })
  brush.translate(-6, -6)
  draw()
  brush.restore()
}

function body(brush: Brush, look: MarkerLook, palette: Palette, colours: readonly string[], noColour: string): void {
  const outline = OUTLINES[look.kind]
  if (look.state === 'offline') {
    const edge = { fill: palette.surface, stroke: palette.off, width: 1.8, dash: [3.2, 2.6] }
    // The stroke lies over the fill here: a dashed edge must not be half covered.
    if (look.kind === 'watch') {
      paint(brush, STRAP, { fill: palette.surface })
      paint(brush, STRAP, { ...edge, fill: '' })
    }
    paint(brush, outline, { fill: palette.surface })
    paint(brush, outline, { ...edge, fill: '' })
    inside(brush, look, palette['off-text'], palette['off-text'])
    return
  }
  const colour = look.kind === 'station' ? palette['station-fill'] : (colours[look.colourIndex] ?? noColour)
  const fill = look.stale && look.kind !== 'station' ? paled(colour) : colour
  const edge = { stroke: palette['marker-edge'], width: look.kind === 'watch' ? 4.4 : 2.4 }
  if (look.kind === 'watch') {
    paint(brush, STRAP, { ...edge, fill: edge.stroke })
    paint(brush, outline, { ...edge, fill: edge.stroke })
    paint(brush, STRAP, { fill })
    paint(brush, STRAP_SEAMS, { stroke: '#000', width: 1.4, alpha: 0.22 })
    paint(brush, outline, { fill })
  } else {
    paint(brush, outline, { fill })
    paint(brush, outline, edge)
  }
  inside(brush, look, look.kind === 'station' ? palette.surface : inkOn(fill), palette.surface)
}

/** Initials, or the station's waves. A station with `#` is several: their number is written over it by the map. */
function inside(brush: Brush, look: MarkerLook, ink: string, wave: string): void {
  if (look.kind === 'station') {
    if (look.initials !== '') return
    paint(brush, disc(1.6), { fill: look.state === 'offline' ? ink : wave })
    paint(brush, WAVES, { stroke: look.state === 'offline' ? ink : wave, width: 1.9, round: true })
    return
  }
  if (look.kind === 'phone') paint(brush, PHONE_BAR, { stroke: ink, width: 1.6, round: true })
  write(brush, look.initials, look.kind === 'phone' ? 10.5 : 12, look.kind === 'phone' ? 2.6 : 4.3, ink)
}

function marker(brush: Brush, look: MarkerLook, palette: Palette, colours: readonly string[], noColour: string): void {
  if (look.attention) {
    paint(brush, disc(23), { fill: palette.bad, alpha: 0.18 })
    paint(brush, disc(19), { stroke: palette.bad, width: 2.6 })
  } else if (look.selected) {
    paint(brush, disc(20), { fill: palette.surface })
    paint(brush, disc(20), { stroke: palette.prim, width: 3.2 })
  }
  body(brush, look, palette, colours, noColour)
  const { ring, slash, halfDisc, batteryCase, batteryCharge, batteryTip } = STATE_SHAPES
  if (look.state === 'offline' && look.initials !== '#') {
    badge(brush, palette, 12.5, 10, 7.6, () => {
      paint(brush, ring, { stroke: palette.off, width: 1.6 })
      paint(brush, slash, { stroke: palette.off, width: 1.6 })
    })
  } else if (look.state === 'disconnected') {
    badge(brush, palette, 12.5, 10, 7.6, () => {
      paint(brush, ring, { stroke: palette.warn, width: 1.6 })
      paint(brush, halfDisc, { fill: palette.warn })
    })
  }
  if (look.lowBattery) {
    badge(brush, palette, -12.5, -11.5, 8.4, () => {
      paint(brush, batteryCase, { stroke: palette.warn, width: 1.3 })
      paint(brush, batteryCharge, { fill: palette.warn })
      paint(brush, batteryTip, { fill: palette.warn })
    })
  }
  if (look.attention) alertBadge(brush, palette)
}

/** Somebody has to look: never without its shape. */
function alertBadge(brush: Brush, palette: Palette): void {
  badge(brush, palette, 13, -13, 8.6, () => {
    paint(brush, STATE_SHAPES.triangle, { fill: palette.bad })
    paint(brush, STATE_SHAPES.triangleStroke, { stroke: palette.surface, width: 1.5, round: true })
    brush.translate(6, 9.4)
    paint(brush, disc(0.85), { fill: palette.surface })
  })
}

function crowd(brush: Brush, look: CrowdLook, palette: Palette): void {
  paint(brush, disc(22), { fill: palette['marker-edge'] })
  paint(brush, disc(20), { fill: palette.surface })
  const parts: [number, string][] = [
    [look.attention, palette.bad],
    [look.disconnected, palette.warn],
    [look.offline, palette.off],
    [look.connected, palette.ok],
  ]
  const given = parts.filter(([share]) => share > 0)
  const total = given.reduce((sum, [share]) => sum + share, 0)
  // A gap between parts, so that they are told apart without their colours.
  const gap = given.length > 1 ? 0.13 : 0
  let angle = -Math.PI / 2
  brush.lineWidth = 4
  brush.setLineDash([])
  brush.lineCap = 'butt'
  for (const [share, colour] of given) {
    const sweep = (share / total) * 2 * Math.PI
    brush.strokeStyle = colour
    brush.beginPath()
    brush.arc(0, 0, 19, angle + gap / 2, angle + sweep - gap / 2)
    brush.stroke()
    angle += sweep
  }
  if (look.attention > 0) alertBadge(brush, palette)
}

/** Side of a look's picture in CSS pixels: tight, as the map keeps names clear of it. */
function spriteSize(sprite: SpriteLook): number {
  if (sprite.type === 'arrow') return sprite.selected ? 70 : 52
  if (sprite.type === 'crowd') return 46
  return sprite.look.selected || sprite.look.attention ? 48 : 42
}

/** The picture of a look, `SPRITE_SCALE` device pixels to a CSS pixel. `colours` are the class colours by slot. */
export function drawSprite(
  sprite: SpriteLook,
  palette: Palette,
  colours: readonly string[],
  noColour: string,
): ImageData {
  const side = spriteSize(sprite) * SPRITE_SCALE
  const brush = new OffscreenCanvas(side, side).getContext('2d', { willReadFrequently: true }) as Brush
  brush.scale(SPRITE_SCALE, SPRITE_SCALE)
  brush.translate(side / 2 / SPRITE_SCALE, side / 2 / SPRITE_SCALE)
  if (sprite.type === 'crowd') crowd(brush, sprite.look, palette)
  else if (sprite.type === 'arrow') {
    const fill = sprite.selected ? palette.prim : (colours[sprite.colourIndex] ?? noColour)
    paint(brush, sprite.selected ? ARROW_SELECTED : ARROW, { stroke: palette['marker-edge'], width: 3.6, fill })
  } else marker(brush, sprite.look, palette, colours, noColour)
  return brush.getImageData(0, 0, side, side)
}
