/** Trackers, care watches and phones. Source: specification §3 Tracker / care watch; G03, G39 to G41. */

import { ASSIGN_PARAMS } from '@whereabouts/domain/assign-modes'
import { ADV_SETTINGS, type AdvSettingName, OTA_STATES } from '@whereabouts/domain/device-settings'
import { MAX_BATCH, MAX_SYNC_CONFIGS } from '@whereabouts/domain/paging'
import { DEVICE_MODELS, REASON_CODES, TRACKER_MODELS, TRACKER_STATUSES } from '@whereabouts/domain/trackers'
import { z } from 'zod'
import { MailSent } from './accounts.ts'
import { endpoint, Nothing } from './kit.ts'
import { DevicePageRequest, pageOf } from './paging.ts'
import { deviceId, isWhole, macAddress, mailToken, nameText, noteText, pictureDataUrl } from './texts.ts'

export const ReasonData = z.object({
  indoor_map_url: z.string().optional(),
  indoor_map_name: z.string().optional(),
  /** Our own field: the map's id, so that a marker needs no lookup by name. */
  indoor_map_id: z.string().optional(),
  /** Pixels of the map image from its left and top edge. */
  indoor_X: z.number().optional(),
  indoor_Y: z.number().optional(),
  phone_name: z.string().optional(),
  gps_address: z.string().optional(),
  /** Our own field: name of the station that heard it best. */
  station_name: z.string().optional(),
  /** Our own field: the room it is in; two, the likelier first, while it is not known which of them. */
  rooms: z.array(z.string()).optional(),
})

/** Where a tracker was last placed, by which sender and why. */
export const QualifiedLocationInfo = z.object({
  sender_device_id: z.string(),
  reason_code: z.union(REASON_CODES.map((code) => z.literal(code))),
  reason_data: ReasonData,
  /** WGS 84 degrees; null where the place is known on an indoor map only. */
  gps_latitude: z.number().nullable(),
  gps_longitude: z.number().nullable(),
  /**
   * Radius in metres that holds the true place: nine times out of ten on a map with a scale, else two out of three; null when the sender
   * gave none.
   */
  accuracy: z.number().nullable(),
  scanned_at_ms: z.number().int(),
  /** Our own field: that time is not what the sender's clock told, which was ahead, or behind by weeks of GPS. Left out: it is. */
  time_corrected: z.literal(true).optional(),
})
export type QualifiedLocationInfo = z.output<typeof QualifiedLocationInfo>

export const RemarkValue = z.object({
  index: z.number().int(),
  name: z.string(),
  memo: z.string(),
  editor: z.string(),
  update_time: z.number().int(),
})

export const Tracker = z.object({
  device_id: z.string(),
  name: z.string(),
  device_model: z.enum(DEVICE_MODELS),
  /** Make of a tag of another vendor, shown instead of the model; '' for our own (G85). */
  make: z.string(),
  connected: z.boolean(),
  status: z.enum(TRACKER_STATUSES),
  /** Slot 0-9 of the account's classes, or -1. */
  class_index: z.number().int(),
  photo: z.string(),
  serial_number: z.string(),
  mac_address: z.string(),
  /** Percent. */
  battery: z.number().nullable(),
  firmware: z.string(),
  /** Epoch seconds; null: never heard. */
  last_seen: z.number().int().nullable(),
  /** Epoch seconds at which contact was lost; null while connected. */
  disconnected_time: z.number().int().nullable(),
  /** dBm. */
  rssi: z.number().nullable(),
  gps_latitude: z.number().nullable(),
  gps_longitude: z.number().nullable(),
  indoor_X: z.number().nullable(),
  indoor_Y: z.number().nullable(),
  moving: z.boolean(),
  /** Degrees clockwise from north; null when unknown. */
  heading: z.number().nullable(),
  remark: z.array(RemarkValue),
  /** 'ios' or 'android' for phones, else ''. */
  platform: z.string(),
  /** Epoch seconds. */
  add_date: z.number().int(),
  qualified_location_info: QualifiedLocationInfo.nullable(),
  sharing: z.object({
    share_from: z.object({ id: z.string() }).nullable(),
    share_to: z.array(z.object({ id: z.string() })),
  }),
  sync_config: z
    .object({
      adv_settings: z.record(z.string(), z.unknown()),
      /** Epoch seconds of saving. */
      update_time: z.number().int(),
      /** Our own field: true until the device reports that it runs these settings (G49). */
      pending: z.boolean(),
    })
    .nullable(),
  offline_alert: z.boolean(),
  /** Our own field: state of an upgrade over the air; null: none was asked for (G45). */
  ota_state: z.enum(OTA_STATES).nullable(),
  /** Our own field: until when it rings (epoch milliseconds); null: silent (G47). */
  ringing_until_ms: z.number().int().nullable(),
  /** Our own field: a removal waits to be confirmed by the link of a mail (G26). */
  removal_pending: z.boolean(),
})
export type Tracker = z.output<typeof Tracker>

/** Known keys within their bounds, unknown ones as they are (G49). */
const advSetting = (name: AdvSettingName) =>
  z.number().int().min(ADV_SETTINGS[name].least).max(ADV_SETTINGS[name].most).optional()
const AdvSettings = z
  .object({
    report_interval_s: advSetting('report_interval_s'),
    scan_interval_s: advSetting('scan_interval_s'),
    motion_sensitivity: advSetting('motion_sensitivity'),
    ring_volume: advSetting('ring_volume'),
  })
  .catchall(z.union([z.number(), z.boolean(), z.string().max(200).refine(isWhole)]))
  .refine(
    (settings) => Object.keys(settings).length <= 32 && Object.keys(settings).every((name) => /^\w{1,40}$/.test(name)),
  )

const deviceIds = z.array(deviceId).min(1).max(MAX_BATCH)

export const trackers = {
  list: endpoint
    .get('/app/trackers', 'viewMap', 'Trackers and phones of the account, and those shared with it, newest first.')
    .takesQuery(DevicePageRequest)
    .answers(pageOf('trackers', Tracker)),
  /** The g5 models; the entity is the tracker's (G41). */
  listCareWatches: endpoint
    .get('/app/carewatches', 'viewMap', 'Care watches of the account, newest first.')
    .takesQuery(DevicePageRequest)
    .answers(pageOf('carewatches', Tracker)),
  /**
   * With `bind_check` true nothing is stored: the answer says whether the device may be added, and perhaps in which mode.
   * `device_mode` carries the model; `device_model` is accepted too (G42). Firmware below 1.4.4 is 405001 with info `firmware`.
   */
  add: endpoint
    .post('/app/trackers', 'addDevices', 'Checks whether a tracker may be added, or adds it.')
    .takes(
      z
        .strictObject({
          device_name: nameText.optional(),
          device_id: z.string().regex(/^[A-Za-z0-9_-]{1,64}$/),
          mac_address: macAddress.optional(),
          device_mode: z.enum(TRACKER_MODELS).optional(),
          device_model: z.enum(TRACKER_MODELS).optional(),
          firmware: z.string().max(32).optional(),
          bind_check: z.boolean().optional(),
        })
        .refine(({ bind_check, device_name }) => bind_check === true || device_name !== undefined, {
          path: ['device_name'],
        })
        .refine(({ device_mode, device_model }) => (device_mode ?? device_model) !== undefined, {
          path: ['device_mode'],
        }),
    )
    .answers(z.object({ assign_param: z.enum(ASSIGN_PARAMS).optional(), tracker: Tracker.optional() }))
    .refusesWith(
      'nameTaken',
      'deviceBoundByAnotherApp',
      'deviceUsedByAnotherUser',
      'deviceAlreadyYours',
      'conflict',
      'notAllowed',
      'preconditionFailed',
    ),
  /** A name, a photo or both. A taken name is 400102; a bad picture 400001 with info `photo.…`; photo '' removes it. */
  change: endpoint
    .put('/app/trackers/{id}', 'editDevices', 'Renames a tracker or gives it a photo.')
    .withPictures()
    .takes(
      z
        .strictObject({ name: nameText.optional(), photo: z.union([z.literal(''), pictureDataUrl]).optional() })
        .refine((change) => change.name !== undefined || change.photo !== undefined),
    )
    .answers(z.object({ tracker: Tracker }))
    .refusesWith('deviceNotFound', 'nameTaken'),
  /** Failures are listed in `failed_list` of 409002; what succeeded stays done (G83). */
  assignClass: endpoint
    .put('/app/trackers/class', 'editDevices', 'Puts trackers into a class.')
    .takes(z.strictObject({ device_ids: deviceIds, class_index: z.number().int().min(-1).max(9) }))
    .answers(Nothing)
    .refusesWith('batchErrors', 'resourceNotFound'),
  setAdvSettings: endpoint
    .put('/app/trackers/advsettings', 'manageSite', 'Sets what trackers take over at their next report.')
    .takes(
      z.strictObject({
        sync_configs: z
          .array(z.strictObject({ device_id: deviceId, adv_settings: AdvSettings }))
          .min(1)
          .max(MAX_SYNC_CONFIGS),
      }),
    )
    .answers(Nothing)
    .refusesWith('batchErrors'),
  setOfflineAlert: endpoint
    .put('/app/trackers/{id}/offline', 'setOfflineAlert', 'Says whether going offline raises an alarm.')
    .takes(z.strictObject({ alert: z.boolean() }))
    .answers(Nothing)
    .refusesWith('deviceNotFound'),
  /** Only a connected tracker rings (405001 otherwise); the server stops it after 60 s (G47). */
  ring: endpoint
    .post('/app/trackers/ring', 'ringDevices', 'Makes a tracker ring, or be silent again.')
    .takes(z.strictObject({ device_id: deviceId, ringing: z.boolean() }))
    .answers(z.object({ ringing_until_ms: z.number().int().nullable() }))
    .refusesWith('deviceNotFound', 'notAllowed'),
  /** 405001 where the model has no newer firmware, and for phones and devices of other makes (G45). */
  upgrade: endpoint
    .post('/app/trackers/ota', 'manageSite', 'Upgrades the firmware of a tracker over the air.')
    .takes(z.strictObject({ device_id: deviceId, mode: z.literal('initial') }))
    .answers(z.object({ ota_state: z.enum(OTA_STATES) }))
    .refusesWith('deviceNotFound', 'notAllowed'),
  /** Sends a mail to the owner, whose link completes it (G26). For a received device, use the sharing call. */
  remove: endpoint
    .delete('/app/trackers/{id}', 'removeDevices', 'Asks for the removal of a tracker.')
    .answers(MailSent)
    .refusesWith('deviceNotFound'),
  /** One mail for the whole list. Unknown ids are 409002, and then no mail is sent. */
  removeMany: endpoint
    .delete('/app/trackers', 'removeDevices', 'Asks for the removal of several trackers.')
    .takes(z.strictObject({ device_ids: deviceIds }))
    .answers(MailSent)
    .refusesWith('batchErrors'),
  /** By the link of the mail; needs no session. */
  unassign: endpoint
    .post('/app/trackers/unassign', 'public', 'Removes the trackers of a mail.')
    .takes(z.strictObject({ token: mailToken }))
    .answers(z.object({ device_name: z.string(), device_names: z.array(z.string()) }))
    .refusesWith('invalidToken', 'tooManyRequests'),
  /**
   * A phone that is not trackable leaves the list, and its shares end (G23, G41). When a signed-in phone says true, its session is
   * linked to this device: a forced sign-out then makes it untrackable.
   */
  setTrackable: endpoint
    .post('/device/trackable', 'removeDevices', 'Says whether a phone may be tracked.')
    .takes(z.strictObject({ device_id: deviceId, trackable: z.boolean() }))
    .answers(Nothing)
    .refusesWith('deviceNotFound'),
  /** Memos by item; the server adds who wrote and when. Items left out keep theirs; '' clears one (G51). */
  setRemarks: endpoint
    .put('/app/trackers/{id}/remarks', 'editDevices', 'Writes remarks on a tracker.')
    .takes(
      z.strictObject({
        items: z
          .array(z.strictObject({ index: z.number().int().min(0).max(999), name: nameText.optional(), memo: noteText }))
          .min(1)
          .max(20),
      }),
    )
    .answers(z.object({ remark: z.array(RemarkValue) }))
    .refusesWith('deviceNotFound', 'resourceNotFound'),
  clearRemarks: endpoint
    .delete('/app/trackers/{id}/remarks', 'editDevices', 'Clears all remarks of a tracker.')
    .answers(Nothing)
    .refusesWith('deviceNotFound'),
}
