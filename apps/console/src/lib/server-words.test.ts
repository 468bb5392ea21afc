import { afterEach, expect, test, vi } from 'vitest'
import { learnWords, serverWords, setWordsSource } from './server-words.ts'

afterEach(() => setWordsSource(undefined))

test('the words that the server said are kept by code and language, and not asked for again [ENT-session.errorMessages, ENT-errorMessage.code, ENT-errorMessage.text, ERR-08]', async () => {
  const ask = vi.fn(async (code: number, locale: string) => `${code} in ${locale}`)
  setWordsSource(ask)
  await Promise.all([learnWords(400901, 'en-us'), learnWords(400901, 'en-us'), learnWords(400901, 'ja-jp')])
  await learnWords(400901, 'en-us')
  expect(serverWords(400901, 'en-us')).toBe('400901 in en-us')
  expect(serverWords(400901, 'ja-jp')).toBe('400901 in ja-jp')
  expect(serverWords(400901, 'zh-tw')).toBeUndefined()
  expect(ask.mock.calls).toEqual([
    [400901, 'en-us'],
    [400901, 'ja-jp'],
  ])
})

test('a question that failed is not put again while the page lives', async () => {
  const warned = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  const ask = vi.fn(async () => {
    throw new Error('unreachable')
  })
  setWordsSource(ask)
  await learnWords(400902, 'en-us')
  await learnWords(400902, 'en-us')
  expect(serverWords(400902, 'en-us')).toBeUndefined()
  expect(ask).toHaveBeenCalledTimes(1)
  expect(warned).toHaveBeenCalledTimes(1)
  warned.mockRestore()
})
