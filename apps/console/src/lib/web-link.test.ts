import { expect, test } from 'vitest'
import { toWebLink } from './web-link.ts'

test.each([
  ['', ''],
  ['  ', ''],
  ['https://hinoki-garden.example/help', 'https://hinoki-garden.example/help'],
  ['HTTP://hinoki-garden.example', 'HTTP://hinoki-garden.example'],
  [' hinoki-garden.example/help ', 'https://hinoki-garden.example/help'],
  ['intranet:8080/help', 'https://intranet:8080/help'],
  ['//hinoki-garden.example', 'https://hinoki-garden.example'],
  ['javascript:alert(1)', undefined],
  ['data:text/html,hi', undefined],
  ['ftp://hinoki-garden.example', undefined],
  ['mailto:desk@hinoki.example', undefined],
  ['https://', undefined],
  ['two words', undefined],
])('the image opens web pages only: %j becomes %j', (typed, link) => {
  expect(toWebLink(typed)).toBe(link)
})
