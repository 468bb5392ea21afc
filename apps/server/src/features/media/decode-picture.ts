/**
 * A process of its own that decodes one picture and encodes it again. Decoders are the likeliest target of a hostile file:
 * here is no database, no secret and no other picture. Source: security rule 22.
 */
import { flushCompileCache } from 'node:module'
import { constants, setPriority } from 'node:os'
import sharp from 'sharp'
import type { DecodeAnswer, DecodeRequest } from './decoder.ts'
import { endOfPicture } from './picture-file.ts'

/** Limits of this process: memory, native memory included (bytes), and working time (ms). */
const [maxMemory = 0, maxWorkMs = 0] = process.argv.slice(2).map(Number)
const WATCH_EVERY_MS = 20

/** PNG files of more pixels are written with less effort: full effort takes seven times as long, too long for a large plan. */
const LARGE_PIXELS = 4_000_000

/** Quality at which a JPEG looks like the original. */
const JPEG_QUALITY = 88

// People's positions have priority on a busy machine.
setPriority(constants.priority.PRIORITY_BELOW_NORMAL)
sharp.cache(false)
sharp.concurrency(1)
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({ operation: ['VipsForeignLoadPng', 'VipsForeignLoadJpeg'] })

/** Ends this process once it exceeds a limit. */
function watch(): void {
  const { user, system } = process.cpuUsage()
  if (process.memoryUsage.rss() > maxMemory || (user + system) / 1000 > maxWorkMs) process.exit(1)
}

// Decoding runs in another thread, so this one stays free to watch it.
setInterval(watch, WATCH_EVERY_MS)

async function decode({
  file: sent,
  type,
  maxPixels,
  maxWidth,
  maxHeight,
  fitPx,
}: DecodeRequest): Promise<DecodeAnswer> {
  const end = endOfPicture(sent, type)
  if (typeof end === 'string') return { fault: end === 'animated' ? 'type' : 'broken' }
  const file = sent.subarray(0, end)
  // A header may claim any size: it is read without a limit, and nothing else is until the size is known to be acceptable.
  const { autoOrient } = await sharp(file, { limitInputPixels: false }).metadata()
  if (maxWidth !== undefined && autoOrient.width > maxWidth) return { fault: 'width' }
  if (maxHeight !== undefined && autoOrient.height > maxHeight) return { fault: 'height' }
  const pixels = autoOrient.width * autoOrient.height
  if (pixels > maxPixels) return { fault: 'pixels' }
  const picture = sharp(file, { limitInputPixels: maxPixels, failOn: 'warning' }).autoOrient().toColourspace('srgb')
  if (fitPx !== undefined) picture.resize({ width: fitPx, height: fitPx, fit: 'inside', withoutEnlargement: true })
  // Written without metadata, which is sharp's default.
  const compressionLevel = fitPx === undefined && pixels > LARGE_PIXELS ? 6 : 9
  const written = type === 'image/png' ? picture.png({ compressionLevel }) : picture.jpeg({ quality: JPEG_QUALITY })
  const { data, info } = await written.toBuffer({ resolveWithObject: true })
  return { image: data, width: info.width, height: info.height }
}

const tell = (answer: DecodeAnswer | 'ready') => process.send?.(answer)

process.once('disconnect', () => process.exit())
process.once('message', (request: DecodeRequest) => {
  // A picture the decoder cannot read is broken, whatever its error says.
  const unreadable = (): DecodeAnswer => ({ fault: 'broken' })
  void decode({ ...request, file: Buffer.from(request.file) })
    .catch(unreadable)
    .then((answer) => {
      // Also for memory used between two checks.
      watch()
      tell(answer)
    })
})
// Before the picture arrives: the process is killed once it has answered, and would cache nothing for the next start.
flushCompileCache()
tell('ready')
