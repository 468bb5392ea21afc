/** Pictures for tests, good and bad, made of real bytes. */
import { randomBytes } from 'node:crypto'
import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'

export const dataUrl = (file: Buffer, type = 'image/png'): string => `data:${type};base64,${file.toString('base64')}`

const canvas = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#0e6070' } })

export const png = (width: number, height: number): Promise<Buffer> => canvas(width, height).png().toBuffer()
export const jpeg = (width: number, height: number): Promise<Buffer> => canvas(width, height).jpeg().toBuffer()

/** A chunk of a PNG: length, name, data, CRC. */
export function chunk(name: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name, 'latin1'), data])
  const framed = Buffer.alloc(named.length + 8)
  framed.writeUInt32BE(data.length, 0)
  named.copy(framed, 4)
  framed.writeUInt32BE(crc32(named), named.length + 4)
  return framed
}

/** Where the end chunk of a PNG begins. */
const endOfPng = (file: Buffer): number => file.length - 12

/** The same picture with one more chunk before its end. */
export const withChunk = (file: Buffer, name: string, data: Buffer): Buffer =>
  Buffer.concat([file.subarray(0, endOfPng(file)), chunk(name, data), file.subarray(endOfPng(file))])

/** The same picture as a file of exactly this many bytes. */
export function padded(file: Buffer, bytes: number): Buffer {
  // Bytes that do not compress, in a chunk that is nobody's.
  return withChunk(file, 'paDd', Buffer.alloc(bytes - file.length - 12, 'whereabouts'))
}

/** A picture that stays as large as it is, as its pixels do not compress. */
export const noise = (width: number, height: number): Promise<Buffer> =>
  sharp(randomBytes(width * height * 3), { raw: { width, height, channels: 3 } })
    .png()
    .toBuffer()

/** A few hundred KB that say to be a picture of this many pixels, one bit each. */
export function bomb(width: number, height: number): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header[8] = 1
  const rows = deflateSync(Buffer.alloc((Math.ceil(width / 8) + 1) * height))
  const signature = Buffer.from('89504e470d0a1a0a', 'hex')
  return Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', rows), chunk('IEND', Buffer.alloc(0))])
}

/** A JPEG of 40 by 20 px that lies on its side, with the place it was taken at. */
export const photoWithPlace = (): Promise<Buffer> =>
  canvas(40, 20)
    .withExif({
      IFD0: { Copyright: 'Mori Yuki' },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '24/1 8/1 0/1', GPSLongitudeRef: 'E', GPSLongitude: '120/1 40/1 0/1' },
    })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer()
