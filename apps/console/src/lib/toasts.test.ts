import { CallError } from '@whereabouts/contract/client'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { setWordsSource } from './server-words.ts'
import { clearToasts, closeToast, showError, showToast, toastStore } from './toasts.ts'

afterEach(clearToasts)

const NOON = new Date(2026, 2, 4, 12, 5, 6).getTime()
const texts = () => toastStore.get().map((toast) => toast.text)

test('the newest toast is on top', () => {
  showToast({ tone: 'info', text: 'first' })
  showToast({ tone: 'info', text: 'second' })
  expect(texts()).toEqual(['second', 'first'])
})

test('an error toast ends with the time of the failure [TOAST-07]', () => {
  showToast({ tone: 'error', text: 'It failed.' }, NOON)
  expect(texts()).toEqual(['It failed. 12:05:06'])
})

test('the same error within two seconds shows once', () => {
  showToast({ tone: 'error', text: 'It failed.' }, NOON)
  showToast({ tone: 'error', text: 'It failed.' }, NOON + 1999)
  showToast({ tone: 'error', text: 'Another one.' }, NOON + 1999)
  showToast({ tone: 'error', text: 'It failed.' }, NOON + 2000)
  expect(texts()).toEqual(['It failed. 12:05:08', 'Another one. 12:05:07', 'It failed. 12:05:06'])
})

test('an error that offers to do something is shown each time, and one that only begins like another is another', () => {
  const given = { tone: 'error', title: 'Not sent', text: 'Others may ring on.' } as const
  const again = () => null
  showToast({ ...given, action: again }, NOON)
  showToast({ ...given, action: again }, NOON + 1000)
  showToast({ tone: 'error', text: 'Others' }, NOON + 1000)
  expect(texts()).toEqual(['Others 12:05:07', 'Others may ring on. 12:05:07', 'Others may ring on. 12:05:06'])
})

test('closing one toast leaves the others, clearing leaves none', () => {
  showToast({ tone: 'error', text: 'one' }, NOON)
  showToast({ tone: 'error', text: 'two' }, NOON)
  closeToast(toastStore.get()[0]?.id ?? -1)
  expect(texts()).toEqual(['one 12:05:06'])
  clearToasts()
  expect(texts()).toEqual([])
})

test('a cut-off call and the end of a session raise no error toast [ERR-12]', () => {
  showError(new CallError(0, undefined, 'aborted'))
  showError(new CallError(401, 401002, 'expired'))
  expect(texts()).toEqual([])
  showError(new CallError(403, 403001, 'forbidden'))
  expect(texts()).toHaveLength(1)
})

test('a failure without words of its own waits for those of the server, asks once and keeps its time', async () => {
  vi.useFakeTimers({ now: new Date(2026, 2, 6, 14, 31, 5) })
  onTestFinished(() => {
    vi.useRealTimers()
    setWordsSource(undefined)
  })
  const asked: number[] = []
  setWordsSource(async (code) => {
    asked.push(code)
    vi.setSystemTime(new Date(2026, 2, 6, 14, 31, 9))
    return 'The lift is out of order.'
  })
  const failure = new CallError(400, 400997, 'x')
  showError(failure)
  expect(toastStore.get()).toEqual([])
  await vi.waitFor(() => expect(toastStore.get().length).toBe(1))
  expect(toastStore.get()[0]?.text).toBe('The lift is out of order. 14:31:05')
  showError(failure)
  await vi.waitFor(() => expect(toastStore.get().length).toBe(2))
  expect(asked).toEqual([400997])
})
