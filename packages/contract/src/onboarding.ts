/** Calls that bring a device in over Bluetooth. Source: specification §4 Assignment flow, §7; G44, G45. */
import { SECURITY_COMMANDS } from '@whereabouts/domain/assign-modes'
import { DEVICE_TYPES } from '@whereabouts/domain/stations'
import { TRACKER_MODELS } from '@whereabouts/domain/trackers'
import { z } from 'zod'
import { endpoint } from './kit.ts'
import { deviceId } from './texts.ts'

/** 16 bytes as hex digits. */
const bytes16 = z.string().regex(/^[0-9a-fA-F]{32}$/)

export const onboarding = {
  /**
   * Answers a device's challenge `sr`, so that it accepts the next command. Only for a device that passed the bind check a
   * moment ago or belongs to the caller: 403001 otherwise. A type and a command that do not fit: 400001.
   */
  exchange: endpoint
    .post('/app/security', 'addDevices', 'Answers the challenge of a device.')
    .takes(
      z.strictObject({
        id: deviceId,
        type: z.enum([DEVICE_TYPES.g3, DEVICE_TYPES.t4]),
        i_cmd: z.literal([SECURITY_COMMANDS.assignG3, SECURITY_COMMANDS.upgradeG3, SECURITY_COMMANDS.setUpT4]),
        sr: bytes16,
        mode: z.number().int().min(0).max(255),
      }),
    )
    .answers(z.object({ si: z.string() })),
  /** The newest version of each model. */
  listFirmwares: endpoint.get('/app/firmwares', 'addDevices', 'Firmware that devices can be upgraded to.').answers(
    z.object({
      firmwares: z.array(
        z.object({
          device_model: z.enum([...TRACKER_MODELS, DEVICE_TYPES.t4]),
          version: z.string(),
          /** Bytes of the image. */
          size: z.number().int(),
          /** SHA-256 in hex. */
          hash: z.string(),
        }),
      ),
    }),
  ),
}
