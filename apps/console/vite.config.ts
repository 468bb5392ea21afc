/** Builds the console and serves it while developing. */

import react from '@vitejs/plugin-react'
import { api } from '@whereabouts/contract/api'
import { defineConfig, type Plugin } from 'vite'

const ROUTES = 'virtual:routes'

/** `{word: {call: [method, path]}}` of the contract as plain data, so that no schema library reaches the browser. */
const contractRoutes = (): Plugin => ({
  name: 'contract-routes',
  resolveId: (id) => (id === ROUTES ? `\0${ROUTES}` : undefined),
  load(id) {
    if (id !== `\0${ROUTES}`) return undefined
    const routes = Object.fromEntries(
      Object.entries(api).map(([word, calls]) => [
        word,
        Object.fromEntries(Object.entries(calls).map(([name, call]) => [name, [call.method, call.path]])),
      ]),
    )
    return `export default ${JSON.stringify(routes)}`
  },
})

/** The server that `npm run dev` starts beside Vite. */
const server = process.env.API_ORIGIN ?? 'http://127.0.0.1:8080'

export default defineConfig({
  plugins: [react(), contractRoutes()],
  server: {
    host: '127.0.0.1',
    port: 5173,
    proxy: Object.fromEntries(['/v3', '/gateway', '/live', '/ready'].map((path) => [path, { target: server }])),
  },
  build: { target: 'es2023', assetsInlineLimit: 0, modulePreload: { polyfill: false } },
  worker: { format: 'es' },
})
