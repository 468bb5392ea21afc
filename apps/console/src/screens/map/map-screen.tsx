/** The map screen. */
export function MapScreen() {
  return <main />
}
