import { expect, test } from 'vitest'
import { DECODER_LIMITS, type DecodeRequest, PictureDecoder } from './decoder.ts'
import { png } from './test-pictures.ts'

const request = async (): Promise<DecodeRequest> => ({
  file: await png(3000, 3000),
  type: 'image/png',
  maxPixels: 9_000_000,
})

test('a picture is decoded within 256 MB and 5 s of work', async () => {
  expect(DECODER_LIMITS).toMatchObject({ memoryBytes: 256 * 1024 * 1024, workMs: 5000 })
  expect(await new PictureDecoder().decode(await request())).toMatchObject({ width: 3000, height: 3000 })
})

test.each([
  ['memory', { memoryBytes: 1 }],
  ['work', { workMs: 1 }],
])(
  'a picture that takes more %s than it may is broken, and the next one is decoded by a new process',
  async (_what, less) => {
    const decoder = new PictureDecoder({ ...DECODER_LIMITS, ...less })
    expect(await decoder.decode(await request())).toEqual({ fault: 'broken' })
    expect(await decoder.decode(await request())).toEqual({ fault: 'broken' })
  },
)

test('a machine too busy to decode says so, and so does one asked for more than 20 at once', async () => {
  const busy = { errorName: 'storageBusy', retryAfterSeconds: 10 }
  const file = await request()
  await expect(new PictureDecoder({ ...DECODER_LIMITS, patienceMs: 1 }).decode(file)).rejects.toMatchObject(busy)
  const decoder = new PictureDecoder()
  const answers = await Promise.allSettled(Array.from({ length: 21 }, () => decoder.decode({ ...file, maxPixels: 1 })))
  expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(20)
  expect(answers.at(-1)).toMatchObject({ status: 'rejected', reason: busy })
})
