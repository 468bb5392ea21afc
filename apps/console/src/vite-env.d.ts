/// <reference types="vite/client" />

/** Made from the tokens of theme/tokens.ts when the console is built; see vite.config.ts. */
declare module 'virtual:tokens.css'

/** Made from the contract when the console is built; see vite.config.ts. */
declare module 'virtual:routes/early' {
  const routes: import('@whereabouts/contract/client').Routes<import('@whereabouts/contract/routes').EarlyApi>
  export default routes
}
declare module 'virtual:routes/signed-in' {
  const routes: import('@whereabouts/contract/client').Routes<import('@whereabouts/contract/routes').SignedInApi>
  export default routes
}
