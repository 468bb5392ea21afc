/** A small line plot as SVG, readable on a light and a dark page. */

export interface Line {
  readonly name: string
  /** Rising in x. */
  readonly points: readonly (readonly [x: number, y: number])[]
  readonly isDashed?: boolean
}

interface Plot {
  readonly title: string
  readonly x: { readonly title: string; readonly most: number }
  readonly y: { readonly title: string; readonly most: number }
  readonly lines: readonly Line[]
}

const [WIDTH, HEIGHT] = [640, 360]
const MARGIN = { left: 56, right: 150, top: 36, bottom: 44 }
const COLOURS = ['#2f6fde', '#d9822b', '#2a9d6f', '#b0487f', '#7a5cc9', '#7b8794']
const TICKS = 5

export function linePlot({ title, x, y, lines }: Plot): string {
  const [right, bottom] = [WIDTH - MARGIN.right, HEIGHT - MARGIN.bottom]
  const across = (value: number) => MARGIN.left + (Math.min(value, x.most) / x.most) * (right - MARGIN.left)
  const up = (value: number) => bottom - (Math.min(value, y.most) / y.most) * (bottom - MARGIN.top)
  const text = (at: readonly [number, number], content: string, anchor = 'middle') =>
    `<text x="${at[0].toFixed(1)}" y="${at[1].toFixed(1)}" text-anchor="${anchor}">${content}</text>`
  const ticks = Array.from({ length: TICKS + 1 }, (_, tick) => tick / TICKS).flatMap((share) => [
    `<line class="grid" x1="${across(share * x.most)}" y1="${MARGIN.top}" x2="${across(share * x.most)}" y2="${bottom}"/>`,
    `<line class="grid" x1="${MARGIN.left}" y1="${up(share * y.most)}" x2="${right}" y2="${up(share * y.most)}"/>`,
    text([across(share * x.most), bottom + 16], `${Math.round(100 * share * x.most) / 100}`),
    text([MARGIN.left - 8, up(share * y.most) + 4], `${Math.round(100 * share * y.most) / 100}`, 'end'),
  ])
  const drawn = lines.flatMap(({ name, points, isDashed }, index) => {
    const colour = COLOURS[index % COLOURS.length]!
    const dash = isDashed ? ' stroke-dasharray="5 4"' : ''
    const path = points.map(([px, py]) => `${across(px).toFixed(1)},${up(py).toFixed(1)}`).join(' ')
    const at = MARGIN.top + 10 + index * 18
    return [
      `<polyline fill="none" stroke="${colour}" stroke-width="2"${dash} points="${path}"/>`,
      `<line x1="${right + 10}" y1="${at - 4}" x2="${right + 28}" y2="${at - 4}" stroke="${colour}" stroke-width="2"${dash}/>`,
      text([right + 34, at], name, 'start'),
    ]
  })
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" width="${WIDTH}" height="${HEIGHT}" role="img">`,
    `<title>${title}</title>`,
    '<style>text{font:11px sans-serif;fill:#7b8794}.grid{stroke:#7b8794;stroke-opacity:.25}</style>',
    text([MARGIN.left, 20], title, 'start'),
    ...ticks,
    text([(MARGIN.left + right) / 2, HEIGHT - 8], x.title),
    `<text transform="translate(14 ${(MARGIN.top + bottom) / 2}) rotate(-90)" text-anchor="middle">${y.title}</text>`,
    ...drawn,
    '</svg>\n',
  ].join('\n')
}
