/** A picture as a browser draws it, in base64: its left half red, its right half blue. Runs within a page, so it stands by itself. */
export async function drawnPicture({
  width,
  height,
  type,
}: {
  readonly width: number
  readonly height: number
  readonly type: 'png' | 'jpeg'
}): Promise<string> {
  const canvas = new OffscreenCanvas(width, height)
  const brush = canvas.getContext('2d') as OffscreenCanvasRenderingContext2D
  brush.fillStyle = '#d02020'
  brush.fillRect(0, 0, width, height)
  brush.fillStyle = '#2020d0'
  brush.fillRect(width / 2, 0, width / 2, height)
  const file = await canvas.convertToBlob({ type: `image/${type}` })
  return btoa(Array.from(new Uint8Array(await file.arrayBuffer()), (byte) => String.fromCharCode(byte)).join(''))
}
