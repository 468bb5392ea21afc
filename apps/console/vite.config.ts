/** Builds the console and serves it while developing. */

import { join } from 'node:path'
import { compileMessage } from '@lingui/message-utils/compileMessage'
import react from '@vitejs/plugin-react'
import { api } from '@whereabouts/contract/api'
import { EARLY_WORDS, routesOf } from '@whereabouts/contract/routes'
import { type BuildEnvironmentOptions, build, defineConfig, type Plugin } from 'vite'
import { codeSplitting } from './code-splitting.ts'
import { manifests } from './src/theme/manifest.ts'
import { tokens } from './src/theme/tokens.ts'

const EARLY_ROUTES = 'virtual:routes/early'
const SIGNED_IN_ROUTES = 'virtual:routes/signed-in'

/**
 * The routes of the contract as plain data, so that no schema library reaches the browser; in two parts, so that the sign-in
 * page does not grow with every call there is.
 */
const contractRoutes = (): Plugin => ({
  name: 'contract-routes',
  resolveId: (id) => ([EARLY_ROUTES, SIGNED_IN_ROUTES].includes(id) ? `\0${id}` : undefined),
  load(id) {
    const wanted = [EARLY_ROUTES, SIGNED_IN_ROUTES].find((name) => id === `\0${name}`)
    if (wanted === undefined) return undefined
    const isEarly = (word: string) => EARLY_WORDS.some((early) => early === word)
    const words = Object.entries(routesOf(api)).filter(([word]) => isEarly(word) === (wanted === EARLY_ROUTES))
    return `export default ${JSON.stringify(Object.fromEntries(words))}`
  },
})

const TOKENS = 'virtual:tokens.css'

/** The colours of the theme as CSS variables in both schemes. */
const themeTokens = (): Plugin => ({
  name: 'theme-tokens',
  resolveId: (id) => (id === TOKENS ? `\0${TOKENS}` : undefined),
  load(id) {
    if (id !== `\0${TOKENS}`) return undefined
    const block = (selector: string, scheme: 'light' | 'dark') => {
      const values = Object.entries(tokens).map(
        ([name, [light, dark]]) => `--wb-${name}:${scheme === 'light' ? light : dark}`,
      )
      return `${selector}{color-scheme:${scheme};${values.join(';')}}`
    }
    return `${block(':root', 'light')}\n${block(":root[data-mantine-color-scheme='dark']", 'dark')}`
  },
})

/** Catalogues in src/locales come compiled, so that the compiler of messages stays at home. */
const compiledTexts = (): Plugin => ({
  name: 'compiled-texts',
  apply: 'build',
  async load(id) {
    if (!/\/src\/locales\/[^/]+\.ts$/.test(id)) return undefined
    const catalogues: Record<string, Record<string, readonly string[]>> = await import(id)
    return Object.entries(catalogues)
      .map(([name, texts]) => {
        const compiled = Object.entries(texts).map(([key, words]) => [key, words.map((text) => compileMessage(text))])
        return `export const ${name} = ${JSON.stringify(Object.fromEntries(compiled))}`
      })
      .join('\n')
  },
})

/** A manifest for each brand and language, so that the console can be installed. */
const webManifests = (): Plugin => ({
  name: 'web-manifests',
  apply: 'build',
  generateBundle() {
    for (const [fileName, manifest] of Object.entries(manifests())) {
      this.emitFile({ type: 'asset', fileName, source: JSON.stringify(manifest) })
    }
  },
})

const WORKER = 'sw.js'

/**
 * The service worker as one plain script at the root, whose pages it is for. It is built apart, so that it shares no piece with
 * the pages: not all browsers start workers of several.
 */
const buildWorker = (options: BuildEnvironmentOptions) =>
  build({
    configFile: false,
    root: import.meta.dirname,
    publicDir: false,
    logLevel: 'warn',
    build: {
      target: 'es2023',
      emptyOutDir: false,
      rolldownOptions: {
        input: join(import.meta.dirname, 'src/service-worker/main.ts'),
        output: { format: 'iife', entryFileNames: WORKER },
      },
      ...options,
    },
  })

const serviceWorker = (): Plugin => ({
  name: 'service-worker',
  apply: 'build',
  async closeBundle() {
    await buildWorker({})
  },
})

/** While developing it is built whenever a browser asks, which it does at each load. */
const servedWorker = (): Plugin => ({
  name: 'served-worker',
  apply: 'serve',
  configureServer({ middlewares }) {
    middlewares.use(`/${WORKER}`, (_request, response, next) => {
      buildWorker({ write: false, minify: false })
        .then((built) => {
          const [script] = [built].flat().flatMap((each) => ('output' in each ? each.output : []))
          if (script?.type !== 'chunk') throw new Error('The service worker was not built.')
          response.setHeader('content-type', 'text/javascript; charset=utf-8')
          response.setHeader('cache-control', 'no-store')
          response.end(script.code)
        })
        .catch(next)
    })
  },
})

/** `npm run dev:mock`: the same page, with the mock of the API in the place of a server. */
const mockedPage = (): Plugin => ({
  name: 'mocked-page',
  apply: (_config, { mode }) => mode === 'mock',
  transformIndexHtml: { order: 'pre', handler: (html) => html.replace('/src/app/main.tsx', '/mock/main.ts') },
})

/** The server that `npm run dev` starts beside Vite. */
const server = process.env.API_ORIGIN ?? 'http://127.0.0.1:8080'

export default defineConfig({
  plugins: [
    react(),
    contractRoutes(),
    themeTokens(),
    compiledTexts(),
    webManifests(),
    serviceWorker(),
    servedWorker(),
    mockedPage(),
  ],
  resolve: {
    // The router's stores bring React 17's way of watching a store; React has its own since.
    alias: { 'use-sync-external-store/shim/with-selector': 'use-sync-external-store/with-selector' },
  },
  server: {
    host: '127.0.0.1',
    port: 5173,
    proxy: Object.fromEntries(['/v3', '/gateway', '/live', '/ready'].map((path) => [path, { target: server }])),
  },
  build: {
    target: 'es2023',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // The library of maps (kB).
    chunkSizeWarningLimit: 1200,
    rolldownOptions: {
      output: {
        codeSplitting: codeSplitting(),
      },
    },
  },
  worker: { format: 'es' },
})
