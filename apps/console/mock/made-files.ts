/** Pictures of an exact size, made in the page for uploads. */
import { drawnPicture } from './drawn-picture.ts'

interface Wish {
  readonly width: number
  readonly height: number
  readonly type?: 'png' | 'jpeg'
  /** A file of exactly this many bytes, zeros after the picture's end. */
  readonly bytes?: number
  readonly name?: string
}

export async function madePicture({ width, height, type = 'png', bytes, name }: Wish): Promise<File> {
  const drawn = Uint8Array.from(atob(await drawnPicture({ width, height, type })), (byte) => byte.charCodeAt(0))
  const rest = new Uint8Array(bytes === undefined ? 0 : bytes - drawn.length)
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
