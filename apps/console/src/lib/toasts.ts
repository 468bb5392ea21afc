/** Messages at the right edge. They stay until somebody closes them. Source: specification §2 Toasts; G63. */
import { CallError } from '@whereabouts/contract/client'
import type { ReactNode } from 'react'
import { codeWithoutWords, errorText, isSessionEnd } from './error-text.ts'
import { currentLocale } from './i18n.ts'
import { learnWords } from './server-words.ts'
import { createStore } from './store.ts'
import { formatClock } from './time.ts'

export interface ToastContent {
  readonly tone: 'error' | 'info' | 'success'
  readonly title?: string
  readonly text: string
  /** Instead of that of the tone. */
  readonly icon?: ReactNode
  /** Time of the event (epoch ms), where it is shown. */
  readonly happenedAtMs?: number
  /** What can be done about it: one link or button, which may close the message. */
  readonly action?: (close: () => void) => ReactNode
}

export interface Toast extends ToastContent {
  readonly id: number
  /** When it was raised, epoch milliseconds. */
  readonly raisedAtMs: number
}

/** The same error within this time (ms) shows once. */
const REPEAT_WINDOW_MS = 2000

/** Newest first. */
export const toastStore = createStore<readonly Toast[]>([])
let lastId = 0

const textAt = ({ tone, text }: ToastContent, ms: number) => (tone === 'error' ? `${text} ${formatClock(ms)}` : text)

/**
 * Puts a toast on top. An error that stands there already and is younger than two seconds is not shown again, unless it offers to do
 * something: each means its own.
 */
export function showToast(content: ToastContent, nowMs: number = Date.now()): void {
  const toasts = toastStore.get()
  const isRepeated = ({ title, text, action, raisedAtMs }: Toast) =>
    action === undefined &&
    title === content.title &&
    text === textAt(content, raisedAtMs) &&
    nowMs - raisedAtMs < REPEAT_WINDOW_MS
  if (content.tone === 'error' && content.action === undefined && toasts.some(isRepeated)) return
  lastId += 1
  toastStore.set([{ ...content, text: textAt(content, nowMs), id: lastId, raisedAtMs: nowMs }, ...toasts])
}

/** Shows a failure as a toast. A cut-off call stays silent, and the end of a session is told where it is ended. */
export function showError(error: unknown): void {
  if (error instanceof CallError && isSessionEnd(error.status, error.code)) return
  const failedAtMs = Date.now()
  const show = () => {
    const text = errorText(error)
    if (text !== undefined) showToast({ tone: 'error', text }, failedAtMs)
  }
  const code = codeWithoutWords(error)
  if (code === undefined) show()
  else void learnWords(code, currentLocale()).then(show)
}

export const closeToast = (id: number): void => toastStore.set(toastStore.get().filter((toast) => toast.id !== id))
export const clearToasts = (): void => toastStore.set([])
