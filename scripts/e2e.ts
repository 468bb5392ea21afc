/** `npm run e2e`: the browser tests alone, over every look of every page. */
process.env.EVERY_LOOK = '1'
process.argv.push('--browser-only')
await import('./test.ts')
