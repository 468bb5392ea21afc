import { NOTIFICATION_TYPES } from '@whereabouts/domain/alarms'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { tokens } from '../../theme/tokens.ts'
import { AlarmIcon } from './alarm-icon.tsx'

function luminance(hex: string): number {
  const [red, green, blue] = [1, 3, 5].map((at) => {
    const value = Number.parseInt(hex.slice(at, at + 2), 16) / 255
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  }) as [number, number, number]
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function contrast(one: string, other: string): number {
  const [dark, light] = [luminance(one), luminance(other)].sort((a, b) => a - b) as [number, number]
  return (light + 0.05) / (dark + 0.05)
}

/** The colours of a drawing in the order they are painted, as they are in one scheme. */
const coloursOf = (markup: string, scheme: 0 | 1): string[] =>
  [...markup.matchAll(/(?:fill|stroke)="(?!none)([^"]*)"/g)].map(([, colour = '']) => {
    const name = /^var\(--wb-(.*)\)$/.exec(colour)?.[1]
    return name === undefined ? colour : tokens[name as keyof typeof tokens][scheme]
  })

test.each([
  ['light', 0],
  ['dark', 1],
] as const)('what stands inside the shape of an alarm is told from it in the %s scheme', (_name, scheme) => {
  for (const type of ['help', 'enter_danger_zone', 'test'] as const) {
    const [shape = '', ...signs] = coloursOf(renderToStaticMarkup(<AlarmIcon type={type} />), scheme)
    expect(signs).toHaveLength(2)
    for (const sign of signs) expect(contrast(shape, sign), `${type}: ${sign} on ${shape}`).toBeGreaterThanOrEqual(3)
  }
})

test('the shapes of alarms have the colours of the theme alone, which know of light and dark', () => {
  for (const type of NOTIFICATION_TYPES) {
    const markup = renderToStaticMarkup(<AlarmIcon type={type} />)
    for (const [, colour] of markup.matchAll(/(?:fill|stroke)="(?!none)([^"]*)"/g))
      expect(colour).toMatch(/^var\(--wb-/)
  }
})
