import { extractText, getDocumentProxy } from 'unpdf'
import { expect, test } from 'vitest'
import { type PdfDocument, PdfMaker } from './pdf.ts'

const pdfs = new PdfMaker()
const make = (document: PdfDocument) => pdfs.make('house', 'a document', async () => document)
const BASE: PdfDocument = {
  locale: 'ja-jp',
  title: '申し送り',
  subtitle: 'ひのきガーデン',
  aside: ['2026/03/06 00:00 – 08:00'],
  createdAtMs: Date.UTC(2026, 2, 6),
  footer: 'ひのきガーデン · 申し送り',
  pageOf: '{page} / {pages}ページ',
  sections: [],
}
/** Characters of Japan and of Taiwan that most fonts of the other country lack, and Latin ones. */
const NAMES = ['髙﨑 さくら', '辻󠄀 峠 働', '黃淑芬 嘅啲', '林偉', 'Zoë O’Brien']
const columns = [
  { heading: '名前', width: 2 },
  { heading: '備考', width: 3 },
]

/** Each page's texts with where they stand (points). */
async function read(pdf: Buffer) {
  const document = await getDocumentProxy(new Uint8Array(pdf))
  const pages = []
  for (let page = 1; page <= document.numPages; page += 1) {
    const { items } = await (await document.getPage(page)).getTextContent()
    pages.push(items.flatMap((item) => ('str' in item && item.str.trim() !== '' ? [item] : [])))
  }
  return pages
}

test.each(['ja-jp', 'zh-tw', 'en-us'] as const)(
  'Japanese, Chinese and Latin names are text in a PDF in %s',
  async (locale) => {
    const rows = NAMES.map((name) => [name, '37.2 °C – 8 %'])
    const pdf = await make({
      ...BASE,
      locale,
      sections: [{ kind: 'table', heading: '一覧', columns, rows, empty: '' }],
    })
    expect(pdf.subarray(0, 5).toString()).toBe('%PDF-')
    const { text } = await extractText(new Uint8Array(pdf), { mergePages: true })
    for (const name of ['髙﨑 さくら', '黃淑芬 嘅啲', '林偉', 'Zoë O’Brien', '申し送り', '37.2 °C – 8 %'])
      expect(text).toContain(name)
    // What is embedded is what is used, not the fonts whole.
    expect(pdf.length).toBeLessThan(100_000)
  },
)

test('a character that no font has is marked, and never an empty box', async () => {
  const pdf = await make({ ...BASE, sections: [{ kind: 'text', heading: 'メモ', text: 'Kim 김 😀 end' }] })
  expect((await extractText(new Uint8Array(pdf), { mergePages: true })).text).toContain('Kim 〓 〓 end')
})

test('a table of many rows goes over pages: each has the head and its number, rows stay whole, nothing stands outside', async () => {
  const memo = '食事はやわらかいもの。歩行器を使用、夜間は付き添いが必要です。'.repeat(2)
  const rows = Array.from({ length: 120 }, (_, index) => [`Tracker ${index}`, memo, index % 2 === 0 ? memo : ''])
  const figures = [{ value: '120', label: 'デバイス' }]
  const pdf = await make({
    ...BASE,
    sections: [
      { kind: 'figures', figures },
      { kind: 'table', heading: '一覧', columns, rows, empty: '' },
    ],
  })
  const pages = await read(pdf)
  expect(pages.length).toBeGreaterThan(3)
  const seen: string[] = []
  for (const [at, items] of pages.entries()) {
    const texts = items.map(({ str }) => str)
    expect(texts.filter((text) => text === '備考')).toHaveLength(1)
    expect(texts).toContain(`${at + 1} / ${pages.length}ページ`)
    for (const { transform, width } of items) {
      const [left, bottom] = transform.slice(4) as [number, number]
      expect(left).toBeGreaterThan(40)
      expect(left + width).toBeLessThan(595.28 - 40)
      expect(bottom).toBeGreaterThan(20)
    }
    const memos = texts.filter((text) => text.startsWith('食事はやわらか')).length
    const names = texts.filter((text) => text.startsWith('Tracker '))
    expect(memos).toBe(names.length)
    seen.push(...names)
  }
  expect(seen).toEqual(rows.map(([name]) => name))
})

test('a row that is higher than a page is continued on the next', async () => {
  const memo = Array.from({ length: 150 }, (_, index) => `line ${index}`).join('\n')
  const pdf = await make({
    ...BASE,
    sections: [
      {
        kind: 'table',
        heading: '一覧',
        columns,
        rows: [
          ['before', ''],
          ['Ito', memo],
        ],
        empty: '',
      },
    ],
  })
  const lines = (await read(pdf)).flat().filter(({ str }) => str.startsWith('line '))
  expect(lines.map(({ str }) => str)).toEqual(memo.split('\n'))
})

test('a table without rows says so', async () => {
  const table = { kind: 'table', heading: '一覧', columns, rows: [], empty: 'なし' } as const
  const pdf = await make({ ...BASE, sections: [table] })
  expect((await read(pdf))[0]!.map(({ str }) => str)).toContain('なし')
})

test('a document that cannot be laid out is an error, and the next is made', async () => {
  const broken = { ...BASE, sections: [{ kind: 'text', heading: 'x' }] } as unknown as PdfDocument
  await expect(make(broken)).rejects.toThrow()
  expect((await make(BASE)).length).toBeGreaterThan(0)
})

test('an account that asks for many delays another’s by two at most, and all who ask for the same share it', async () => {
  const order: string[] = []
  const ask = (account: string, name: string) =>
    pdfs.make(account, name, async () => {
      order.push(`${account} ${name}`)
      return BASE
    })
  const greedy = ['1', '2', '3'].map((name) => ask('greedy', name))
  const same = [ask('greedy', '3'), ask('greedy', '3')]
  const other = ask('house', '1')
  await Promise.all([...greedy, ...same, other])
  expect(order).toEqual(['greedy 1', 'greedy 2', 'house 1', 'greedy 3', 'greedy 3'])
  expect(await same[0]).toBe(await same[1])
})
