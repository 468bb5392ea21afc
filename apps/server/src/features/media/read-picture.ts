/** Turns a data URL into a picture that is safe to store. Source: G08, G67; security rule 22. */
import {
  ABOUT_IMAGE_LIMITS,
  CROPPED_PX,
  LOGO_LIMITS,
  MAP_IMAGE_LIMITS,
  PHOTO_LIMITS,
} from '@whereabouts/domain/picture-limits'
import type { DiskRoom } from '../../platform/postgres/disk-watch.ts'
import { refuse } from '../../platform/refusal.ts'
import type { DecodedPicture, PictureDecoder, PictureFault } from './decoder.ts'
import { type ImageType, imageTypeOf } from './picture-file.ts'

/** Limits of a field; numbers are the largest allowed. */
interface PictureRules {
  readonly types: readonly ImageType[]
  readonly bytes: number
  readonly pixels: number
  readonly width?: number
  readonly height?: number
  readonly fitPx?: number
}

/** Retry-After while the disk is full: somebody has to free space first (s). */
const ROOM_AFTER_S = 600
/** Most pixels of a photo, and of a map. Source: security rule 22. */
const PHOTO_PIXELS = 25_000_000
const MAP_PIXELS = 50_000_000

/** Consoles show faces and devices no larger than a cropper makes them. */
const CROPPED_PHOTO = {
  types: ['image/png', 'image/jpeg'],
  bytes: PHOTO_LIMITS.bytes,
  pixels: PHOTO_PIXELS,
  fitPx: CROPPED_PX,
} as const

/** By the name of the field in the call. */
const RULES = {
  custom_logo: { types: ['image/png'], bytes: LOGO_LIMITS.bytes, height: LOGO_LIMITS.height, pixels: PHOTO_PIXELS },
  image: {
    types: ['image/png', 'image/jpeg'],
    // "Under", where the others are "at most".
    bytes: ABOUT_IMAGE_LIMITS.bytes - 1,
    width: ABOUT_IMAGE_LIMITS.width - 1,
    height: ABOUT_IMAGE_LIMITS.height - 1,
    pixels: PHOTO_PIXELS,
  },
  headshot: CROPPED_PHOTO,
  /** Of a tracker. */
  photo: CROPPED_PHOTO,
  /** Of a station. */
  photos: CROPPED_PHOTO,
  /** Of a logger. */
  logger_image: CROPPED_PHOTO,
  map_image: { types: ['image/png', 'image/jpeg'], bytes: MAP_IMAGE_LIMITS.bytes, pixels: MAP_PIXELS },
} as const satisfies Record<string, PictureRules>

export type PictureField = keyof typeof RULES

export interface Picture extends DecodedPicture {
  readonly type: ImageType
}

/** The bytes in a data URL; undefined where they are not base64 as in RFC 4648 §4. */
function bytesOf(dataUrl: string): Buffer | undefined {
  const base64 = dataUrl.slice(dataUrl.indexOf(',') + 1)
  const isBase64 = base64.length % 4 === 0 && /^[A-Za-z0-9+/]+={0,2}$/.test(base64)
  return isBase64 ? Buffer.from(base64, 'base64') : undefined
}

/**
 * Decodes a picture and encodes it again, upright and without metadata. Its bytes decide the type, not its data URL.
 * Refuses with 400001 and info `<field>.type`, `.size`, `.width`, `.height`, `.pixels` or `.broken`, and with 500002 while the
 * disk is nearly full, or too many pictures wait.
 */
export async function readPicture(
  { pictures: decoder, disk }: { readonly pictures: PictureDecoder; readonly disk: DiskRoom },
  accountId: string,
  field: PictureField,
  dataUrl: string,
): Promise<Picture> {
  // Reports of devices have priority.
  if (disk.isShort) throw refuse('storageBusy', { retryAfterSeconds: ROOM_AFTER_S })
  const faulty = (fault: PictureFault | 'size') => refuse('invalidInput', { info: `${field}.${fault}` })
  const { types, bytes, pixels, width, height, fitPx }: PictureRules = RULES[field]
  const file = bytesOf(dataUrl)
  if (file === undefined) throw faulty('broken')
  const type = imageTypeOf(file)
  if (type === undefined || !types.includes(type)) throw faulty('type')
  if (file.length > bytes) throw faulty('size')
  const answer = await decoder.decode(accountId, {
    file,
    type,
    maxPixels: pixels,
    ...(width === undefined ? {} : { maxWidth: width }),
    ...(height === undefined ? {} : { maxHeight: height }),
    ...(fitPx === undefined ? {} : { fitPx }),
  })
  if ('fault' in answer) throw faulty(answer.fault)
  return { ...answer, type }
}
