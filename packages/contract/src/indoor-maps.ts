/** Floor plans. Source: specification §3 Indoor map; G03, G52. */
import { z } from 'zod'
import { endpoint } from './kit.ts'
import { DevicePageRequest, pageOf } from './paging.ts'

export const IndoorMap = z.object({
  id: z.string(),
  map_name: z.string(),
  /** Address of the image, the same as map_url in answers; needs the bearer token. */
  map_image: z.string(),
  map_url: z.string(),
  /** Pixels of the image. */
  width: z.number().int(),
  height: z.number().int(),
  metres_per_pixel: z.number().nullable(),
  building: z.string(),
  floor: z.string(),
  /** Top left, top right, bottom right, bottom left as [longitude, latitude]; null: shown on its own plane. */
  corners: z
    .array(z.tuple([z.number(), z.number()]))
    .length(4)
    .nullable(),
})
export type IndoorMap = z.output<typeof IndoorMap>

export const indoorMaps = {
  list: endpoint
    .get('/app/indoormaps', 'Indoor maps of the account.')
    .takesQuery(DevicePageRequest)
    .answers(pageOf('indoormaps', IndoorMap)),
}
