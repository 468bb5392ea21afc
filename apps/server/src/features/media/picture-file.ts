/** The kind of a picture file by its bytes, before anything decodes it. Pure. Source: security rule 22; PNG 3rd ed., ITU-T T.81. */
import { crc32 } from 'node:zlib'

export type ImageType = 'image/png' | 'image/jpeg'

const PNG_SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex')

/** The type by the first bytes; undefined for anything but PNG and JPEG. */
export function imageTypeOf(file: Buffer): ImageType | undefined {
  if (file.subarray(0, PNG_SIGNATURE.length).equals(PNG_SIGNATURE)) return 'image/png'
  return file[0] === 0xff && file[1] === 0xd8 && file[2] === 0xff ? 'image/jpeg' : undefined
}

/** Why a file is not one whole still picture: it has more than one frame; it is cut off or damaged. */
export type Unfit = 'animated' | 'broken'

/**
 * Where the picture ends in its file. Cameras write a second picture, a video or a block of their own behind it, mail programs a line
 * end: none of it is of the picture.
 */
export const endOfPicture = (file: Buffer, type: ImageType): number | Unfit =>
  type === 'image/png' ? endOfPng(file) : endOfJpeg(file)

/** Length, name, data, CRC: chunk by chunk. Decoders show the first frame of an APNG, so its own chunks are looked for. */
function endOfPng(file: Buffer): number | Unfit {
  let at = PNG_SIGNATURE.length
  while (at + 12 <= file.length) {
    const length = file.readUInt32BE(at)
    const end = at + 12 + length
    if (end > file.length) return 'broken'
    const name = file.toString('latin1', at + 4, at + 8)
    if (crc32(file.subarray(at + 4, end - 4)) !== file.readUInt32BE(end - 4)) return 'broken'
    if (name === 'acTL' || name === 'fcTL' || name === 'fdAT') return 'animated'
    if (name === 'IEND') return end
    at = end
  }
  return 'broken'
}

const SOI = 0xd8
const EOI = 0xd9
const SOS = 0xda
const isRestart = (marker: number): boolean => marker >= 0xd0 && marker <= 0xd7

/** Segment by segment; behind a start of scan, up to the next marker within its coded data. */
function endOfJpeg(file: Buffer): number | Unfit {
  let at = 2
  while (at + 2 <= file.length) {
    if (file[at] !== 0xff) return 'broken'
    const marker = file[at + 1] as number
    if (marker === 0xff) {
      at += 1
    } else if (marker === EOI) {
      return at + 2
    } else if (marker === SOI || marker === 0 || isRestart(marker)) {
      return 'broken'
    } else {
      if (at + 4 > file.length) return 'broken'
      at += 2 + file.readUInt16BE(at + 2)
      if (marker === SOS) at = endOfScan(file, at)
    }
  }
  return 'broken'
}

/** In coded data 0xff is followed by 0 or a restart marker; anything else is the next segment. */
function endOfScan(file: Buffer, from: number): number {
  let at = file.indexOf(0xff, from)
  while (at >= 0) {
    const next = file[at + 1]
    if (next !== undefined && next !== 0 && !isRestart(next)) return at
    at = file.indexOf(0xff, at + 1)
  }
  return file.length
}
