/** Floor plans. Source: specification §3 Indoor map; G03, G52. */
import { METRES_PER_PIXEL } from '@whereabouts/domain/positions'
import { z } from 'zod'
import { endpoint, Nothing } from './kit.ts'
import { DevicePageRequest, pageOf } from './paging.ts'
import { latitude, lineText, longitude, nameText, pictureDataUrl } from './texts.ts'

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

const MapFields = {
  building: lineText.optional(),
  floor: lineText.optional(),
  metres_per_pixel: z.number().min(METRES_PER_PIXEL.least).max(METRES_PER_PIXEL.most).nullable().optional(),
  corners: z
    .array(z.tuple([longitude, latitude]))
    .length(4)
    .nullable()
    .optional(),
}

export const indoorMaps = {
  list: endpoint
    .get('/app/indoormaps', 'viewMap', 'Indoor maps of the account.')
    .takesQuery(DevicePageRequest)
    .answers(pageOf('indoormaps', IndoorMap)),
  /** A PNG or JPEG of at most 10 MB; a bad one is 400001 with info `map_image.…`. A taken name is 400102. */
  create: endpoint
    .post('/app/indoormaps', 'manageSite', 'Uploads an indoor map.')
    .withPictures()
    .takes(z.strictObject({ map_name: nameText, map_image: pictureDataUrl, ...MapFields }))
    .answers(z.object({ indoormap: IndoorMap }))
    .refusesWith('nameTaken'),
  /** Changes the fields that are given. An image of another size scales every stored point on it (G52). */
  change: endpoint
    .put('/app/indoormaps/{id}', 'manageSite', 'Changes an indoor map.')
    .withPictures()
    .takes(
      z
        .strictObject({ map_name: nameText.optional(), map_image: pictureDataUrl.optional(), ...MapFields })
        .refine((change) => Object.keys(change).length > 0),
    )
    .answers(z.object({ indoormap: IndoorMap }))
    .refusesWith('resourceNotFound', 'nameTaken'),
  /** Stations on it stay, without a map. */
  remove: endpoint
    .delete('/app/indoormaps/{id}', 'manageSite', 'Deletes an indoor map.')
    .answers(Nothing)
    .refusesWith('resourceNotFound'),
}
