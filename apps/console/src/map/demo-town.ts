/** The invented streets around the demo's buildings (packages/fixtures/draw-town.ts). */
export const DEMO_TOWN = '/demo-town.json'
