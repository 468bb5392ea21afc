/** Numbers as people type them: with a point or a comma, and with the minus sign they are used to. */

/** Undefined for what is no number, and for ''; `1e3` and `0x10` are none that people type. */
export function readNumber(typed: string): number | undefined {
  const plain = typed.trim().replace('−', '-').replace(',', '.')
  return /^[+-]?(\d+\.?\d*|\.\d+)$/.test(plain) ? Number(plain) : undefined
}

/** The same within bounds, both included; undefined outside of them. */
export function readNumberIn(typed: string, least: number, most: number): number | undefined {
  const value = readNumber(typed)
  return value !== undefined && value >= least && value <= most ? value : undefined
}
