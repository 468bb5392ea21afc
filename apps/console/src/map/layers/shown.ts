/** Layers that hold nothing are not drawn: each source of lines or areas costs a pass over the whole screen, empty or not. */
import type { Map as MapLibre } from 'maplibre-gl'

export function showLayers(map: MapLibre, ids: readonly string[], isShown: boolean): void {
  for (const id of ids) {
    if (map.getLayer(id)) map.setLayoutProperty(id, 'visibility', isShown ? 'visible' : 'none')
  }
}
