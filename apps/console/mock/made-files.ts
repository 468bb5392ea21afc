/** Pictures of an exact size, made in the page for uploads. */

interface Wish {
  readonly width: number
  readonly height: number
  readonly type?: 'png' | 'jpeg'
  /** A file of exactly this many bytes, zeros after the picture's end. */
  readonly bytes?: number
  readonly name?: string
}

/** Its left half red, its right half blue. */
export async function madePicture({ width, height, type = 'png', bytes, name }: Wish): Promise<File> {
  const canvas = new OffscreenCanvas(width, height)
  const brush = canvas.getContext('2d')!
  brush.fillStyle = '#d02020'
  brush.fillRect(0, 0, width, height)
  brush.fillStyle = '#2020d0'
  brush.fillRect(width / 2, 0, width / 2, height)
  const drawn = await canvas.convertToBlob({ type: `image/${type}` })
  const rest = new Uint8Array(bytes === undefined ? 0 : bytes - drawn.size)
  return new File([drawn, rest], name ?? `${width}x${height}.${type}`, { type: `image/${type}` })
}

/** Chooses a file in the only field for one, or in that of a part of the page. */
export function chooseFile(file: File, part = 'main'): void {
  const input = document.querySelector<HTMLInputElement>(`${part} input[type=file]`)!
  const chosen = new DataTransfer()
  chosen.items.add(file)
  input.files = chosen.files
  input.dispatchEvent(new Event('change', { bubbles: true }))
}
