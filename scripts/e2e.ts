/** `npm run e2e`: the browser tests alone. */
process.argv.push('--browser-only')
await import('./test.ts')
