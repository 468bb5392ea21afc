/**
 * Makes documents as PDF, with embedded fonts for English, Chinese and Japanese, in a separate process of lower priority: however
 * long a document is, what people wait for goes first. Source: G76; decision 0042.
 */
import { fork } from 'node:child_process'
import { join } from 'node:path'
import type { Locale } from '@whereabouts/contract/locales'
import { AccountTurns, tooBusy } from '../account-turns.ts'
import { shareWork } from '../share-work.ts'

/** A4 pages, numbered: a title, sections one below the other, and a footer. All text is in the language of the document. */
export interface PdfDocument {
  /** Its language, which also decides how characters look that Chinese and Japanese write differently. */
  readonly locale: Locale
  readonly title: string
  readonly subtitle: string
  /** Lines at the right of the title, such as the period. */
  readonly aside: readonly string[]
  /** Epoch ms. */
  readonly createdAtMs: number
  /** At the left of each page's foot. */
  readonly footer: string
  /** At the right of it: `{page}` and `{pages}` stand for the numbers. */
  readonly pageOf: string
  readonly sections: readonly PdfSection[]
}

export type PdfSection = PdfFigures | PdfText | PdfTable

/** A row of numbers, each above what it counts. At most six fit. */
export interface PdfFigures {
  readonly kind: 'figures'
  readonly figures: readonly { readonly value: string; readonly label: string }[]
}

/** A paragraph; its lines may break. */
export interface PdfText {
  readonly kind: 'text'
  readonly heading: string
  readonly text: string
}

/** A table. Its head is repeated on each page; a row is kept together where it fits on a page. */
export interface PdfTable {
  readonly kind: 'table'
  readonly heading: string
  readonly columns: readonly PdfColumn[]
  readonly rows: readonly (readonly PdfCell[])[]
  /** Shown when there are no rows. */
  readonly empty: string
}

export interface PdfColumn {
  readonly heading: string
  /** Share of the page's width, of the sum of all shares. */
  readonly width: number
  readonly align?: 'right'
}

/** Text, plain or in another tone: `bad` asks for attention, `muted` is beside the point. */
export type PdfCell = string | { readonly text: string; readonly tone: 'bad' | 'muted' }

const PROGRAM = join(import.meta.dirname, 'write-pdf.ts')
/** A document of 1,000 rows takes a second on a quiet machine; the caller of one that takes longer than this (ms) is asked to retry. */
const PATIENCE_MS = 60_000
/** Documents that may wait for their turn, of all accounts and of one. */
const MOST_WAITING = { all: 100, ofAccount: 20 }

/** Makes one document at a time, of each account in turn, so that many of them take no more than one core, and no account all of it. */
export class PdfMaker {
  readonly #turns = new AccountTurns(MOST_WAITING)
  readonly #share = shareWork<Buffer>()

  /**
   * The bytes of the PDF. Callers who ask for the same `name` of an account while one is made share the next. `read` is called when it is
   * its turn. Refuses with 500002 when too many wait, or the machine is too busy. Throws where it cannot be made.
   */
  make(accountId: string, name: string, read: () => Promise<PdfDocument>): Promise<Buffer> {
    return this.#share(`${accountId} ${name}`, () => this.#turns.run(accountId, async () => makeApart(await read())))
  }
}

/** What a process that writes a PDF answers. */
export type PdfAnswer = { readonly pdf: Uint8Array } | { readonly fault: string }

function makeApart(document: PdfDocument): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const cache = process.env.NODE_COMPILE_CACHE
    const child = fork(PROGRAM, {
      serialization: 'advanced',
      // Nothing of the server's environment, which holds secrets.
      env: cache === undefined ? {} : { NODE_COMPILE_CACHE: cache },
      execArgv: [],
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    })
    const late = setTimeout(() => {
      reject(tooBusy())
      child.kill('SIGKILL')
    }, PATIENCE_MS)
    child.once('message', (answer: PdfAnswer) => {
      if ('pdf' in answer) resolve(Buffer.from(answer.pdf))
      else reject(new Error(answer.fault))
      child.kill('SIGKILL')
    })
    child.on('error', reject)
    child.once('exit', (code, signal) => {
      clearTimeout(late)
      reject(new Error(`The process that writes a PDF ended without one: ${signal ?? code}`))
    })
    // Its end tells where the document did not reach it.
    child.send(document, () => undefined)
  })
}
