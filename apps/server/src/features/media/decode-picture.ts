/**
 * A program of its own that decodes one picture and writes it anew. Decoders are the likeliest place for a hostile file to
 * break out of: here is no database, no secret and no other picture. Source: security rule 22.
 */
import { flushCompileCache } from 'node:module'
import { constants, setPriority } from 'node:os'
import sharp from 'sharp'
import type { DecodeAnswer, DecodeRequest } from './decoder.ts'
import { wholenessOf } from './picture-file.ts'

/** What this process may hold, native memory included (bytes), and how long it may work (ms). */
const [maxMemory = 0, maxWorkMs = 0] = process.argv.slice(2).map(Number)
const WATCH_EVERY_MS = 20

/** PNG files of more pixels are written with less effort: the utmost takes seven times as long, and a large plan its whole time. */
const LARGE_PIXELS = 4_000_000

/** Quality of JPEG files that cannot be told from the original by eye. */
const JPEG_QUALITY = 88

// People's positions come first.
setPriority(constants.priority.PRIORITY_BELOW_NORMAL)
sharp.cache(false)
sharp.concurrency(1)
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({ operation: ['VipsForeignLoadPng', 'VipsForeignLoadJpeg'] })

/** Ends this process once it takes more than it may. */
function watch(): void {
  const { user, system } = process.cpuUsage()
  if (process.memoryUsage.rss() > maxMemory || (user + system) / 1000 > maxWorkMs) process.exit(1)
}

// Decoding runs in a thread of its own, so this one stays free to watch it.
setInterval(watch, WATCH_EVERY_MS)

async function decode({ file, type, maxPixels, maxWidth, maxHeight, fitPx }: DecodeRequest): Promise<DecodeAnswer> {
  const wholeness = wholenessOf(file, type)
  if (wholeness !== 'still') return { fault: wholeness === 'animated' ? 'type' : 'broken' }
  // A header may say any size: it is read without a limit, and nothing more is until the size is known to be fair.
  const { autoOrient } = await sharp(file, { limitInputPixels: false }).metadata()
  if (maxWidth !== undefined && autoOrient.width > maxWidth) return { fault: 'width' }
  if (maxHeight !== undefined && autoOrient.height > maxHeight) return { fault: 'height' }
  const pixels = autoOrient.width * autoOrient.height
  if (pixels > maxPixels) return { fault: 'pixels' }
  const picture = sharp(file, { limitInputPixels: maxPixels, failOn: 'warning' }).autoOrient().toColourspace('srgb')
  if (fitPx !== undefined) picture.resize({ width: fitPx, height: fitPx, fit: 'inside', withoutEnlargement: true })
  // Written without metadata, which is what sharp does unless told otherwise.
  const compressionLevel = fitPx === undefined && pixels > LARGE_PIXELS ? 6 : 9
  const written = type === 'image/png' ? picture.png({ compressionLevel }) : picture.jpeg({ quality: JPEG_QUALITY })
  const { data, info } = await written.toBuffer({ resolveWithObject: true })
  return { image: data, width: info.width, height: info.height }
}

const tell = (answer: DecodeAnswer | 'ready') => process.send?.(answer)

process.once('disconnect', () => process.exit())
process.once('message', (request: DecodeRequest) => {
  // What the decoder cannot read is broken, whatever it says about it.
  const unreadable = (): DecodeAnswer => ({ fault: 'broken' })
  void decode({ ...request, file: Buffer.from(request.file) })
    .catch(unreadable)
    .then((answer) => {
      // Also for what was done between two looks.
      watch()
      tell(answer)
    })
})
// Before the picture comes: who decodes is killed once it has answered, and would leave nothing to the next start.
flushCompileCache()
tell('ready')
