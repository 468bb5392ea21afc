/** Fixed receivers. Source: specification §3 Station, §4 Station online; G03, G52. */
import { STATION_BLINK } from '@whereabouts/domain/device-settings'
import { MAX_BATCH } from '@whereabouts/domain/paging'
import { isStationId } from '@whereabouts/domain/stations'
import { z } from 'zod'
import { MailSent } from './accounts.ts'
import { CredentialWithPassword } from './credentials.ts'
import { endpoint } from './kit.ts'
import { DevicePageRequest, pageOf } from './paging.ts'
import { latitude, longitude, macAddress, mailToken, nameText, pictureDataUrl } from './texts.ts'

export const Station = z.object({
  /** `T4-` and twelve hex digits. */
  t4_id: z.string(),
  t4_name: z.string(),
  type: z.literal('t4'),
  connection_status: z.enum(['connected', 'disconnected']),
  /** Epoch seconds; null: never heard. */
  lastseen_time: z.number().int().nullable(),
  photo: z.string(),
  gps_latitude: z.number().nullable(),
  gps_longitude: z.number().nullable(),
  map_id: z.string().nullable(),
  map_url: z.string(),
  map_name: z.string(),
  /** Pixels of the map image from its left and top edge. */
  indoor_X: z.number().nullable(),
  indoor_Y: z.number().nullable(),
  wifi_ssid: z.string(),
  mac_address: z.string(),
  ip: z.string(),
  firmware: z.string(),
  lock_mancal: z.boolean(),
  i_see_you: z
    .object({
      method: z.string(),
      locked: z.boolean(),
      event_time: z.number().int(),
      signals: z.record(z.string(), z.number()),
    })
    .nullable(),
  calibration: z
    .object({ stop_time: z.number().int(), g3: z.string(), values: z.record(z.string(), z.number()) })
    .nullable(),
  /** Our own field: until when its light blinks (epoch milliseconds); null: it does not blink (G47). */
  blinking_until_ms: z.number().int().nullable(),
  /** Our own field: a removal waits to be confirmed by the link of a mail (G26). */
  removal_pending: z.boolean(),
})
export type Station = z.output<typeof Station>

/** Ids as people type and scan them; stored in capitals. */
const t4Id = z
  .string()
  .max(15)
  .transform((text) => text.toUpperCase())
  .refine(isStationId)
/** At most 32 bytes; '' where none was set (G46). */
const wifiSsid = z.string().refine((text) => new TextEncoder().encode(text).length <= 32)
/** Pixels of the map image. */
const pixels = z.number().min(0).max(100_000)

export const stations = {
  list: endpoint
    .get('/app/stations', 'viewStations', 'Stations of the account, newest first.')
    .takesQuery(DevicePageRequest)
    .answers(pageOf('stations', Station)),
  /**
   * With `bind_check` true nothing is stored. Otherwise the answer carries the station's credential, once, which the console
   * writes to the station together with the Wi-Fi (G85). 400120 without the location service (G37); 412001 with info `security`
   * without a security exchange of this session within five minutes.
   */
  add: endpoint
    .post('/app/stations', 'addDevices', 'Checks whether a station may be added, or adds it.')
    .takes(
      z
        .strictObject({
          t4_name: nameText.optional(),
          t4_id: t4Id,
          mac_address: macAddress.optional(),
          gps_latitude: latitude.optional(),
          gps_longitude: longitude.optional(),
          wifi_ssid: wifiSsid.optional(),
          bind_check: z.boolean().optional(),
        })
        .refine(({ bind_check, t4_name }) => bind_check === true || t4_name !== undefined, { path: ['t4_name'] })
        .refine(({ gps_latitude, gps_longitude }) => (gps_latitude === undefined) === (gps_longitude === undefined), {
          path: ['gps_latitude'],
        }),
    )
    .answers(z.object({ station: Station.optional(), credential: CredentialWithPassword.optional() }))
    .refusesWith(
      'nameTaken',
      'deviceBoundByAnotherApp',
      'deviceUsedByAnotherUser',
      'deviceAlreadyYours',
      'locationServiceOnly',
      'conflict',
      'preconditionFailed',
    ),
  /**
   * Changes the fields that are given. A map is named by its id or its name (404102 with info `map_name` for an unknown one); null
   * takes the station off its map. indoor_X and indoor_Y must come together and lie on the map.
   */
  change: endpoint
    .put('/app/stations/{t4_id}', 'manageStations', 'Renames, places or locks a station.')
    .takes(
      z
        .strictObject({
          t4_name: nameText.optional(),
          gps_latitude: latitude.nullable().optional(),
          gps_longitude: longitude.nullable().optional(),
          map_id: z.uuid().nullable().optional(),
          map_name: z.string().max(200).nullable().optional(),
          indoor_X: pixels.nullable().optional(),
          indoor_Y: pixels.nullable().optional(),
          wifi_ssid: wifiSsid.optional(),
          lock_mancal: z.boolean().optional(),
        })
        .refine((change) => Object.keys(change).length > 0),
    )
    .answers(z.object({ station: Station }))
    .refusesWith('deviceNotFound', 'nameTaken', 'resourceNotFound'),
  /** The first one is shown; an empty list removes the photo (G08). */
  setPhotos: endpoint
    .put('/app/stations/{id}/photos', 'manageStations', 'Gives a station a photo.')
    .withPictures()
    .takes(z.strictObject({ photos: z.array(pictureDataUrl).max(1) }))
    .answers(z.object({ photo: z.string() }))
    .refusesWith('deviceNotFound'),
  remove: endpoint
    .delete('/app/stations/{t4_id}', 'removeStations', 'Asks for the removal of a station.')
    .answers(MailSent)
    .refusesWith('deviceNotFound'),
  /** One mail for the whole list, as for trackers. */
  removeMany: endpoint
    .delete('/app/stations', 'removeStations', 'Asks for the removal of several stations.')
    .takes(z.strictObject({ t4_ids: z.array(t4Id).min(1).max(MAX_BATCH) }))
    .answers(MailSent)
    .refusesWith('batchErrors'),
  unassign: endpoint
    .post('/app/stations/unassign', 'public', 'Removes the stations of a mail.')
    .takes(z.strictObject({ token: mailToken }))
    .answers(z.object({ device_name: z.string(), device_names: z.array(z.string()) }))
    .refusesWith('invalidToken', 'tooManyRequests'),
  /** Only a station that is online blinks: 405001 otherwise (specification §4). */
  blink: endpoint
    .post('/app/stations/{t4_id}/led', 'manageStations', 'Makes the light of a station blink.')
    .takes(z.strictObject({ mode: z.literal(STATION_BLINK.mode), duration: z.literal(STATION_BLINK.duration) }))
    .answers(z.object({ blinking_until_ms: z.number().int() }))
    .refusesWith('deviceNotFound', 'notAllowed'),
}
