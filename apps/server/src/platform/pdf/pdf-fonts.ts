/** Fonts of PDFs: Noto Sans in its Japanese and its Traditional Chinese form, which also have Latin letters. Source: decision 0042. */
import { fileURLToPath } from 'node:url'
import type { Locale } from '@whereabouts/contract/locales'
import { type Font, openSync } from 'fontkit'

export type Weight = 'Regular' | 'Bold'

/** Text that one font has. */
interface Run {
  /** Its file. */
  readonly font: string
  readonly text: string
}

const FORMS = {
  jp: { module: import.meta.resolve('@embedpdf/fonts-jp'), name: 'NotoSansJP' },
  tc: { module: import.meta.resolve('@embedpdf/fonts-tc'), name: 'NotoSansHant' },
}
const fileOf = (form: keyof typeof FORMS, weight: Weight): string =>
  fileURLToPath(new URL(`../fonts/${FORMS[form].name}-${weight}.otf`, FORMS[form].module))

/** Japanese printers' mark for a character that is not at hand. */
const MISSING = '〓'

/** Finds for each character a font that has it: first in the form that the language writes. */
export class PdfFonts {
  readonly #files: Readonly<Record<Weight, readonly string[]>>
  /** By file, opened once it is needed. */
  readonly #opened = new Map<string, Font>()

  constructor(locale: Locale) {
    const forms = locale === 'zh-tw' ? (['tc', 'jp'] as const) : (['jp', 'tc'] as const)
    const filesOf = (weight: Weight) => forms.map((form) => fileOf(form, weight))
    this.#files = { Regular: filesOf('Regular'), Bold: filesOf('Bold') }
  }

  /** The text as runs of one font each; a character that no font has is replaced by a mark. */
  runsOf(text: string, weight: Weight): Run[] {
    const runs: Run[] = []
    for (const character of text) {
      const found = this.#files[weight].find((file) => this.#has(file, character))
      const run =
        found === undefined ? { font: this.#files[weight][0]!, text: MISSING } : { font: found, text: character }
      const last = runs.at(-1)
      if (last?.font === run.font) runs[runs.length - 1] = { font: run.font, text: last.text + run.text }
      else runs.push(run)
    }
    return runs
  }

  #has(file: string, character: string): boolean {
    let font = this.#opened.get(file)
    if (font === undefined) {
      font = openSync(file) as Font
      this.#opened.set(file, font)
    }
    return font.hasGlyphForCodePoint(character.codePointAt(0)!)
  }
}
