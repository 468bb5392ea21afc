/// <reference types="vite/client" />

/** Made from the tokens of theme/tokens.ts when the console is built; see vite.config.ts. */
declare module 'virtual:tokens.css'

/** Made from the contract when the console is built; see vite.config.ts. */
declare module 'virtual:routes' {
  const routes: import('@whereabouts/contract/client').Routes<import('@whereabouts/contract/api').WhereaboutsApi>
  export default routes
}
