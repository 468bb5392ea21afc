import { expect, test } from 'vitest'
import { allPages, type PageQuery } from './all-pages.ts'

test('a short first page shows its rows at once, and the rest of a list comes in few pages', async () => {
  const asked: PageQuery[] = []
  const ask = async (query: PageQuery) => {
    asked.push(query)
    const next_token = { undefined: 'b', b: 'c' }[String(query.page_token)]
    return { rows: [query.page_token ?? 'a'], ...(next_token === undefined ? {} : { metadata: { next_token } }) }
  }
  const seen: string[] = []
  for await (const rows of allPages(ask, ({ rows }) => rows)) seen.push(...rows)
  expect(seen).toEqual(['a', 'b', 'c'])
  expect(asked).toEqual([{ count: '200' }, { count: '10000', page_token: 'b' }, { count: '10000', page_token: 'c' }])
})
