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
  expect(await new PictureDecoder().decode('house', await request())).toMatchObject({ width: 3000, height: 3000 })
})

test.each([
  ['memory', { memoryBytes: 1 }],
  ['work', { workMs: 1 }],
])(
  'a picture that takes more %s than it may is broken, and the next one is decoded by a new process',
  async (_what, less) => {
    const decoder = new PictureDecoder({ ...DECODER_LIMITS, ...less })
    expect(await decoder.decode('house', await request())).toEqual({ fault: 'broken' })
    expect(await decoder.decode('house', await request())).toEqual({ fault: 'broken' })
  },
)

const busy = { errorName: 'storageBusy', retryAfterSeconds: 10 }

test('a machine too busy to decode says so, and so does one asked for more than 20 at once', async () => {
  const file = await request()
  const hurried = new PictureDecoder({ ...DECODER_LIMITS, patienceMs: 1 })
  await expect(hurried.decode('house', file)).rejects.toMatchObject(busy)
  const decoder = new PictureDecoder()
  const accounts = Array.from({ length: 22 }, (_, index) => `house ${index}`)
  const answers = await Promise.allSettled(
    accounts.map((account) => decoder.decode(account, { ...file, maxPixels: 1 })),
  )
  // One is decoded and twenty wait.
  expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(21)
  expect(answers.at(-1)).toMatchObject({ status: 'rejected', reason: busy })
})

test('an account has two pictures waiting at most, and another account’s is decoded before its second', async () => {
  const file = { ...(await request()), maxPixels: 1 }
  const decoder = new PictureDecoder()
  const order: string[] = []
  const ask = async (account: string, name: string) => {
    await decoder.decode(account, file)
    order.push(name)
  }
  const greedy = ['first', 'second', 'third', 'fourth', 'fifth'].map((name) => ask('greedy', name))
  const honest = ask('house', 'honest')
  const answers = await Promise.allSettled([...greedy, honest])
  expect(answers.map(({ status }) => status)).toEqual([
    ...['fulfilled', 'fulfilled', 'fulfilled', 'rejected', 'rejected'],
    'fulfilled',
  ])
  expect(answers[3]).toMatchObject({ reason: busy })
  expect(order).toEqual(['first', 'second', 'honest', 'third'])
})
