/** Parts of SQL that hold no end of a statement: comments, texts, quoted names and bodies between dollars. */
const WHOLE = /--[^\n]*|\/\*[\s\S]*?\*\/|'(?:[^']|'')*'|"[^"]*"|\$(\w*)\$[\s\S]*?\$\1\$|;/g

/** The statements of a file, in order. Citus passes some on with all of the message they came in, so each is sent by itself (decision 0084). */
export function statementsOf(text: string): string[] {
  const ends = [...text.matchAll(WHOLE)].flatMap(({ 0: part, index }) => (part === ';' ? [index + 1] : []))
  return [...ends, text.length]
    .map((end, place) => text.slice(ends[place - 1] ?? 0, end))
    .filter((statement) => statement.replaceAll(/--[^\n]*|\/\*[\s\S]*?\*\/|[\s;]/g, '') !== '')
}
