/** Picture files of an exact size, made for uploads. */
import { crc32 } from 'node:zlib'
import type { Page } from 'playwright-core'
import { drawnPicture } from '../mock/drawn-picture.ts'

export interface PictureFile {
  readonly name: string
  readonly mimeType: string
  readonly buffer: Buffer
}

interface Wish {
  readonly width: number
  readonly height: number
  readonly type?: 'png' | 'jpeg'
  /** PNG only: a file of exactly this many bytes. */
  readonly bytes?: number
  readonly name?: string
}

const END_OF_PNG = 12

/** The same picture with a chunk that is nobody's before its end. */
function padded(png: Buffer, bytes: number): Buffer {
  const named = Buffer.alloc(bytes - png.length - 8, 'paDdwhereabouts')
  const chunk = Buffer.alloc(named.length + 8)
  chunk.writeUInt32BE(named.length - 4, 0)
  named.copy(chunk, 4)
  chunk.writeUInt32BE(crc32(named), named.length + 4)
  const end = png.length - END_OF_PNG
  return Buffer.concat([png.subarray(0, end), chunk, png.subarray(end)])
}

/** Drawn by the browser of the page. */
export async function madePicture(
  page: Page,
  { width, height, type = 'png', bytes, name }: Wish,
): Promise<PictureFile> {
  const base64 = await page.evaluate(drawnPicture, { width, height, type })
  const drawn = Buffer.from(base64, 'base64')
  return {
    name: name ?? `${width}x${height}.${type}`,
    mimeType: `image/${type}`,
    buffer: bytes === undefined ? drawn : padded(drawn, bytes),
  }
}
