/**
 * The page that stands while the server cannot be reached. It shows nothing that was true once, and makes way as soon as the
 * server answers. Brings its own styles and policy, since nothing else may be there.
 */
import { tokens } from '../theme/tokens.ts'
import type { wordsFor } from './words.ts'

/** The server is asked this often (ms). */
const ASK_EVERY_MS = 5000

const USED = ['canvas', 'surface', 'line', 'ink', 't2', 'prim', 'on-prim', 'focus', 'warn'] as const
const colours = (scheme: 0 | 1): string => USED.map((name) => `--${name}:${tokens[name][scheme]}`).join(';')

const STYLE = `:root{color-scheme:light dark;${colours(0)}}@media(prefers-color-scheme:dark){:root{${colours(1)}}}
body{margin:0;min-height:100vh;display:grid;place-items:center;background:var(--canvas);color:var(--ink);font:15px/24px system-ui,sans-serif}
main{box-sizing:border-box;width:min(92vw,460px);padding:28px;background:var(--surface);border:1px solid var(--line);border-top:4px solid var(--warn);border-radius:8px}
h1{margin:0 0 8px;font-size:20px;line-height:28px}p{margin:0 0 12px}.hint{color:var(--t2);font-size:13px;line-height:20px}
a{display:inline-block;padding:8px 16px;border-radius:6px;background:var(--prim);color:var(--on-prim);text-decoration:none;font-weight:600}
a:focus-visible{outline:2px solid var(--focus);outline-offset:2px}`
const SCRIPT = `setInterval(async()=>{try{if((await fetch('/live',{cache:'no-store'})).ok)location.reload()}catch{}},${ASK_EVERY_MS})`

/** `nonce` is new for each answer. */
export function awayPage(
  { lang, awayTitle, awayText, awayHint, again }: ReturnType<typeof wordsFor>,
  nonce: string,
): Response {
  const html = `<!doctype html><html lang="${lang}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>${awayTitle}</title><style nonce="${nonce}">${STYLE}</style></head><body><main><h1>${awayTitle}</h1><p>${awayText}</p><p class="hint">${awayHint}</p><a href="">${again}</a></main><script nonce="${nonce}">${SCRIPT}</script></body></html>`
  const policy = [
    ...["default-src 'none'", "base-uri 'none'", "form-action 'none'", "frame-ancestors 'none'", "connect-src 'self'"],
    ...[`style-src 'nonce-${nonce}'`, `script-src 'nonce-${nonce}'`, "require-trusted-types-for 'script'"],
  ].join('; ')
  const headers = { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': policy }
  return new Response(html, { status: 503, headers: { ...headers, 'cache-control': 'no-store' } })
}
