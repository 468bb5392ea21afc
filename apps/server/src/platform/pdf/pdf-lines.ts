/** Breaks text into lines, by the habits of English, Chinese and Japanese. Pure. */

/** Scripts that are written without spaces: a line may end after nearly every character. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u3000-\u303f\u30a0-\u30ff\uff01-\uff60\uffe0-\uffe6]/u
/** Never at the start of a line: closing marks, small kana, marks of repetition and length. Source: JIS X 4051. */
const NEVER_FIRST = new Set(
  '、。，．・：；？！゛゜ヽヾゝゞ々ー’”）〕］｝〉》」』】°′″℃％ぁぃぅぇぉっゃゅょゎァィゥェォッャュョヮヵヶ,.:;?!)]}%',
)
/** Never at the end of a line. */
const NEVER_LAST = new Set('‘“（〔［｛〈《「『【￥＄([{$')

const graphemes = new Intl.Segmenter('ja', { granularity: 'grapheme' })

/** Parts that a line may not end within, each with the spaces after it. */
function partsOf(text: string): string[] {
  const parts: string[] = []
  let before = ''
  for (const { segment } of graphemes.segment(text)) {
    const mayBreak =
      before === '' ||
      (before === ' ' && segment !== ' ') ||
      (segment !== ' ' &&
        (UNSPACED.test(before) || UNSPACED.test(segment)) &&
        !NEVER_FIRST.has(segment) &&
        !NEVER_LAST.has(before))
    if (mayBreak) parts.push(segment)
    else parts[parts.length - 1] += segment
    before = segment
  }
  return parts
}

/**
 * The lines of a text, none wider than `width` by `measure`, which tells the width of a text. A word that is wider than a line is broken
 * anywhere. There is at least one line.
 */
export function linesOf(text: string, width: number, measure: (text: string) => number): string[] {
  return text.split('\n').flatMap((paragraph) => {
    if (measure(paragraph) <= width) return [paragraph]
    const lines: string[] = []
    let line = ''
    let lineWidth = 0
    const add = (part: string) => {
      const partWidth = measure(part)
      if (line !== '' && lineWidth + measure(part.trimEnd()) > width) {
        lines.push(line.trimEnd())
        line = ''
        lineWidth = 0
      }
      line += part
      lineWidth += partWidth
    }
    for (const part of partsOf(paragraph)) {
      if (measure(part.trimEnd()) <= width) add(part)
      else for (const { segment } of graphemes.segment(part)) add(segment)
    }
    return [...lines, line.trimEnd()]
  })
}
