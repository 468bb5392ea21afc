/** A text as QR code. Black on white in both colour schemes, with its quiet edge: scanners want it so. */
import { generate } from 'lean-qr'
import { useMemo } from 'react'

/** Modules of white around it. Source: ISO/IEC 18004. */
const QUIET_MODULES = 4

export function QrCode({ text, label }: { text: string; label: string }) {
  const { size, path } = useMemo(() => draw(text), [text])
  const edge = size + 2 * QUIET_MODULES
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${edge} ${edge}`}
      width="180"
      height="180"
      shapeRendering="crispEdges"
    >
      <rect width={edge} height={edge} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  )
}

/** One stroke for each run of dark modules in a line. */
function draw(text: string): { size: number; path: string } {
  const code = generate(text)
  let path = ''
  for (let y = 0; y < code.size; y += 1) {
    for (let x = 0; x < code.size; x += 1) {
      if (!code.get(x, y)) continue
      const start = x
      while (code.get(x + 1, y)) x += 1
      const length = x - start + 1
      path += `M${start + QUIET_MODULES} ${y + QUIET_MODULES}h${length}v1h-${length}z`
    }
  }
  return { size: code.size, path }
}
