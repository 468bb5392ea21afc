/** Cuts a round photo out of a picture. Source: G08. */
import { CROPPED_PX } from '@whereabouts/domain/picture-limits'

/** A square of the picture, in its own pixels. */
export interface CropArea {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** A square PNG with the circle of the area; outside it is transparent. */
export async function cropRound(file: Blob, area: CropArea): Promise<Blob> {
  const picture = await createImageBitmap(file)
  const canvas = new OffscreenCanvas(CROPPED_PX, CROPPED_PX)
  const brush = canvas.getContext('2d')
  if (brush === null) throw new Error('This browser cannot draw pictures.')
  const radius = CROPPED_PX / 2
  brush.arc(radius, radius, radius, 0, 2 * Math.PI)
  brush.clip()
  brush.imageSmoothingQuality = 'high'
  brush.drawImage(picture, area.x, area.y, area.width, area.height, 0, 0, CROPPED_PX, CROPPED_PX)
  picture.close()
  return canvas.convertToBlob({ type: 'image/png' })
}
