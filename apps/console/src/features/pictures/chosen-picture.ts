/** A picture file somebody chose: what it truly is, and whether it may be sent. Source: specification §5, §9; G08, G67. */
import { PHOTO_LIMITS } from '@whereabouts/domain/picture-limits'

export type PictureType = 'png' | 'jpeg'

/** What a picture may be; what is not named is free. */
export interface PictureRules {
  readonly types: readonly PictureType[]
  /** Whether the limits themselves are allowed. */
  readonly limit: 'at most' | 'under'
  readonly bytes: number
  /** Pixels. */
  readonly width?: number
  readonly height?: number
}

/** Photos of people and devices. */
export const PHOTO_RULES: PictureRules = { types: ['png', 'jpeg'], limit: 'at most', bytes: PHOTO_LIMITS.bytes }

export interface PictureMeasure {
  readonly type: PictureType | undefined
  readonly bytes: number
  /** Undefined when it cannot be decoded. */
  readonly size: { readonly width: number; readonly height: number } | undefined
}

export type PictureFault = 'type' | 'bytes' | 'broken' | 'width' | 'height'

const SIGNATURES: Record<PictureType, readonly number[]> = {
  png: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a],
  jpeg: [0xff, 0xd8, 0xff],
}

/** What a file is by its first bytes; its name and the browser's guess say nothing. */
export function pictureTypeOf(firstBytes: Uint8Array): PictureType | undefined {
  const types = Object.keys(SIGNATURES) as PictureType[]
  return types.find((type) => SIGNATURES[type].every((byte, index) => firstBytes[index] === byte))
}

/** The first rule a picture breaks; undefined when it may be sent. */
export function faultOf({ type, bytes, size }: PictureMeasure, rules: PictureRules): PictureFault | undefined {
  const isTooMuch = (value: number, limit = Number.POSITIVE_INFINITY) =>
    rules.limit === 'under' ? value >= limit : value > limit
  if (type === undefined || !rules.types.includes(type)) return 'type'
  if (isTooMuch(bytes, rules.bytes)) return 'bytes'
  if (size === undefined) return 'broken'
  if (isTooMuch(size.width, rules.width)) return 'width'
  if (isTooMuch(size.height, rules.height)) return 'height'
  return undefined
}

/** Width and height in pixels as the picture is shown; undefined for what the browser cannot decode. */
export async function decodedSize(file: Blob): Promise<PictureMeasure['size']> {
  try {
    const picture = await createImageBitmap(file)
    const size = { width: picture.width, height: picture.height }
    picture.close()
    return size
  } catch {
    return undefined
  }
}

/** Measures a file. One that is no picture or far too heavy is not decoded. */
export async function measure(file: Blob, rules: PictureRules): Promise<PictureMeasure> {
  const type = pictureTypeOf(new Uint8Array(await file.slice(0, 8).arrayBuffer()))
  const isWorthDecoding = type !== undefined && file.size <= rules.bytes
  return { type, bytes: file.size, size: isWorthDecoding ? await decodedSize(file) : undefined }
}

/** `6 KB`, `1.4 MB`: 1024-based, rounded up, so that what is too much reads so. */
export function bytesText(bytes: number): string {
  const [amount, unit] = bytes < 1024 * 1024 ? [bytes / 1024, 'KB'] : [bytes / 1024 / 1024, 'MB']
  return `${Math.ceil(amount * 10) / 10} ${unit}`
}

/** A file as `data:` URL, as the server takes pictures (G08). */
export const toDataUrl = (file: Blob): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result))
    reader.onerror = () => reject(reader.error ?? new Error('The file cannot be read.'))
    reader.readAsDataURL(file)
  })
