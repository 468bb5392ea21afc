/** Lays a document out on A4 pages. Lengths are in points, from the top left corner. */
import PdfKit from 'pdfkit'
import type { PdfCell, PdfDocument, PdfFigures, PdfTable, PdfText } from './pdf.ts'
import { PdfFonts, type Weight } from './pdf-fonts.ts'
import { linesOf } from './pdf-lines.ts'

const PAGE = { width: 595.28, height: 841.89 }
const MARGIN = { x: 48, top: 48, bottom: 60 }
const WIDTH = PAGE.width - 2 * MARGIN.x
const BOTTOM = PAGE.height - MARGIN.bottom
const COLUMN_GAP = 10
const ROW_PADDING = 4
const FOOTER_Y = PAGE.height - 40

const INK = '#16181d'
const MUTED = '#5f6570'
const BAD = '#b3261e'
const RULE = '#d8dade'

interface Style {
  readonly size: number
  readonly weight: Weight
  readonly colour: string
}
const style = (size: number, colour = INK, weight: Weight = 'Regular'): Style => ({ size, colour, weight })
const TITLE = style(17, INK, 'Bold')
const HEADING = style(10.5, INK, 'Bold')
const FIGURE = style(16, INK, 'Bold')
const BODY = style(8.5)
const SMALL = style(7.5, MUTED)
const ASIDE = style(8.5, MUTED)

const lineHeight = ({ size }: Style): number => size * 1.45

/** Lines of a row that fit between this height and the foot of the page. */
const linesFrom = (y: number): number => Math.floor((BOTTOM - y - 2 * ROW_PADDING) / lineHeight(BODY))

/** The bytes of the PDF. */
export async function layOutPdf(document: PdfDocument): Promise<Buffer> {
  const pages = new Pages(document)
  pages.title()
  for (const section of document.sections) {
    if (section.kind === 'figures') pages.figures(section)
    else if (section.kind === 'text') pages.text(section)
    else pages.table(section)
  }
  return pages.finish()
}

class Pages {
  readonly #document: PdfDocument
  readonly #pdf: PDFKit.PDFDocument
  readonly #fonts: PdfFonts
  readonly #chunks: Buffer[] = []
  /** Widths by weight, size and text: names and words come many times. */
  readonly #widths = new Map<string, number>()
  #y = MARGIN.top

  constructor(document: PdfDocument) {
    this.#document = document
    this.#fonts = new PdfFonts(document.locale)
    this.#pdf = new PdfKit({
      // Pages are added by this class alone, so text may stand as low as it puts it.
      ...{ size: 'A4', margin: 0, bufferPages: true, lang: document.locale, displayTitle: true },
      info: { Title: document.title, CreationDate: new Date(document.createdAtMs) },
    })
    this.#pdf.on('data', (chunk: Buffer) => this.#chunks.push(chunk))
  }

  title(): void {
    const { title, subtitle, aside } = this.#document
    const top = this.#y
    this.#lines(title, TITLE, MARGIN.x, WIDTH * 0.6)
    this.#lines(subtitle, ASIDE, MARGIN.x, WIDTH * 0.6)
    const left = this.#y
    this.#y = top + 2
    for (const line of aside) this.#lines(line, ASIDE, MARGIN.x + WIDTH * 0.6, WIDTH * 0.4, 'right')
    this.#y = Math.max(left, this.#y) + 14
  }

  figures({ figures }: PdfFigures): void {
    const height = 46
    this.#keep(height)
    const cell = WIDTH / figures.length
    this.#pdf.lineWidth(0.6).strokeColor(RULE).roundedRect(MARGIN.x, this.#y, WIDTH, height, 3).stroke()
    for (const [at, { value, label }] of figures.entries()) {
      const x = MARGIN.x + at * cell
      if (at > 0)
        this.#pdf
          .moveTo(x, this.#y)
          .lineTo(x, this.#y + height)
          .stroke()
      this.#line(value, FIGURE, x + 10, this.#y + 6)
      const [first = ''] = linesOf(label, cell - 14, (text) => this.#widthOf(text, SMALL))
      this.#line(first, SMALL, x + 10, this.#y + 30)
    }
    this.#y += height + 16
  }

  text({ heading, text }: PdfText): void {
    this.#heading(heading, lineHeight(BODY))
    this.#y += ROW_PADDING
    for (const line of this.#wrap(text, BODY, WIDTH)) {
      this.#keep(lineHeight(BODY))
      this.#line(line, BODY, MARGIN.x, this.#y)
      this.#y += lineHeight(BODY)
    }
    this.#y += 16
  }

  table({ heading, columns, rows, empty }: PdfTable): void {
    const shares = columns.reduce((sum, { width }) => sum + width, 0)
    const free = WIDTH - COLUMN_GAP * (columns.length - 1)
    let right = MARGIN.x
    const places = columns.map(({ width, align, heading: head }) => {
      const place = { x: right, width: (free * width) / shares, align, head }
      right += place.width + COLUMN_GAP
      return place
    })
    const head = () => {
      for (const { x, width, align, head: text } of places) this.#cellLine(text, SMALL, x, width, align, this.#y + 3)
      this.#y += lineHeight(SMALL) + 5
      this.#rule(RULE)
    }
    const headHeight = lineHeight(SMALL) + 5
    this.#heading(heading, headHeight + lineHeight(BODY) + 2 * ROW_PADDING)
    if (rows.length === 0) {
      this.#y += ROW_PADDING
      this.#lines(empty, { ...BODY, colour: MUTED }, MARGIN.x, WIDTH)
      this.#y += 14
      return
    }
    head()
    for (const row of rows) {
      const cells = places.map(({ width }, at) => this.#cell(row[at] ?? '', width))
      const lines = Math.max(...cells.map((cell) => cell.lines.length))
      // A row that no page can hold is continued on the next; any other stays together.
      if (linesFrom(this.#y) < Math.min(lines, linesFrom(MARGIN.top + headHeight))) {
        this.#nextPage()
        head()
      }
      for (let drawn = 0; drawn < lines; ) {
        if (drawn > 0) {
          this.#nextPage()
          head()
        }
        const now = Math.min(lines - drawn, linesFrom(this.#y))
        for (const [at, { x, width, align }] of places.entries()) {
          const { lines: texts, style: look } = cells[at]!
          for (const [down, text] of texts.slice(drawn, drawn + now).entries())
            this.#cellLine(text, look, x, width, align, this.#y + ROW_PADDING + down * lineHeight(BODY))
        }
        this.#y += now * lineHeight(BODY) + 2 * ROW_PADDING
        drawn += now
      }
      this.#rule(RULE)
    }
    this.#y += 16
  }

  /** Numbers the pages and answers the bytes. */
  async finish(): Promise<Buffer> {
    const { footer, pageOf } = this.#document
    const { count } = this.#pdf.bufferedPageRange()
    for (let page = 0; page < count; page += 1) {
      this.#pdf.switchToPage(page)
      const number = pageOf.replace('{page}', String(page + 1)).replace('{pages}', String(count))
      this.#line(footer, SMALL, MARGIN.x, FOOTER_Y)
      this.#line(number, SMALL, PAGE.width - MARGIN.x - this.#widthOf(number, SMALL), FOOTER_Y)
    }
    const ended = new Promise((resolve, reject) => this.#pdf.once('end', resolve).once('error', reject))
    this.#pdf.end()
    await ended
    return Buffer.concat(this.#chunks)
  }

  /** A heading with the line below it; it stands on the page of what follows, which needs this much room. */
  #heading(text: string, room: number): void {
    this.#keep(lineHeight(HEADING) + 4 + room)
    this.#lines(text, HEADING, MARGIN.x, WIDTH)
    this.#y += 3
    this.#rule(INK)
  }

  #rule(colour: string): void {
    this.#pdf.lineWidth(0.6).strokeColor(colour)
    this.#pdf
      .moveTo(MARGIN.x, this.#y)
      .lineTo(MARGIN.x + WIDTH, this.#y)
      .stroke()
  }

  #keep(height: number): void {
    if (this.#y + height > BOTTOM) this.#nextPage()
  }

  #nextPage(): void {
    this.#pdf.addPage()
    this.#y = MARGIN.top
  }

  #cell(cell: PdfCell, width: number) {
    const { text, tone } = typeof cell === 'string' ? { text: cell, tone: undefined } : cell
    const colour = tone === 'bad' ? BAD : tone === 'muted' ? MUTED : INK
    return { lines: this.#wrap(text, BODY, width), style: { ...BODY, colour } }
  }

  #wrap(text: string, look: Style, width: number): string[] {
    const clean = text.normalize('NFC').replace(/[^\P{Cc}\n]/gu, ' ')
    return linesOf(clean, width, (part) => this.#widthOf(part, look))
  }

  #lines(text: string, look: Style, x: number, width: number, align?: 'right'): void {
    for (const line of this.#wrap(text, look, width)) {
      this.#cellLine(line, look, x, width, align, this.#y)
      this.#y += lineHeight(look)
    }
  }

  #cellLine(text: string, look: Style, x: number, width: number, align: 'right' | undefined, y: number): void {
    this.#line(text, look, align === 'right' ? x + width - this.#widthOf(text, look) : x, y)
  }

  #line(text: string, { size, weight, colour }: Style, x: number, y: number): void {
    let at = x
    for (const run of this.#fonts.runsOf(text, weight)) {
      this.#pdf.font(run.font).fontSize(size).fillColor(colour)
      // By the baseline, so that fonts beside each other stand on one line.
      this.#pdf.text(run.text, at, y + size * 1.05, { lineBreak: false, baseline: 'alphabetic' })
      at += this.#pdf.widthOfString(run.text)
    }
  }

  #widthOf(text: string, { size, weight }: Style): number {
    const key = `${weight} ${size} ${text}`
    let width = this.#widths.get(key)
    if (width === undefined) {
      width = 0
      for (const run of this.#fonts.runsOf(text, weight))
        width += this.#pdf.font(run.font).fontSize(size).widthOfString(run.text)
      this.#widths.set(key, width)
    }
    return width
  }
}
