/** Floor plans by night: a drawing on white paper would blind a dark screen, so its lightness is turned over. */

/** Side (px) of the sample that decides whether a picture is a drawing on paper. */
const SAMPLE = 24
/** Mean lightness from which a picture counts as paper (0 to 255). */
const PAPER_FROM = 190
/** Turns lightness over and keeps hues: water stays blue, gardens stay green. Paper becomes nearly black, lines grey. */
const NIGHT = 'invert(0.88) hue-rotate(180deg) brightness(0.95)'

function brushOf(width: number, height: number): OffscreenCanvasRenderingContext2D | null {
  return new OffscreenCanvas(width, height).getContext('2d')
}

/** True for dark lines on light ground; false for photographs, dark drawings, and where it cannot be told. */
export function isOnPaper(picture: ImageBitmap): boolean {
  const brush = brushOf(SAMPLE, SAMPLE)
  if (!brush) return false
  brush.drawImage(picture, 0, 0, SAMPLE, SAMPLE)
  const { data } = brush.getImageData(0, 0, SAMPLE, SAMPLE)
  let sum = 0
  for (let at = 0; at < data.length; at += 4) {
    sum += 0.21 * (data[at] as number) + 0.72 * (data[at + 1] as number) + 0.07 * (data[at + 2] as number)
  }
  return sum / (SAMPLE * SAMPLE) >= PAPER_FROM
}

/** The picture for a dark screen: itself, where it is no drawing on paper or this browser has no filters. */
export function nightOf(picture: ImageBitmap): ImageBitmap {
  if (!isOnPaper(picture)) return picture
  const canvas = new OffscreenCanvas(picture.width, picture.height)
  const brush = canvas.getContext('2d')
  if (!brush || !('filter' in brush)) return picture
  brush.filter = NIGHT
  brush.drawImage(picture, 0, 0)
  picture.close()
  return canvas.transferToImageBitmap()
}
