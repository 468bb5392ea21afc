/** Which devices could have newer firmware. Pure. Source: specification §4 Firmware; G45. */
import type { Tracker } from '@whereabouts/contract/trackers'
import { compareFirmware } from '@whereabouts/domain/firmware'
import { isOurMake } from '@whereabouts/domain/trackers'

/** The newest firmware by model. */
export type Firmwares = ReadonlyMap<string, string>

export const newestByModel = (
  firmwares: readonly { readonly device_model: string; readonly version: string }[],
): Firmwares => new Map(firmwares.map(({ device_model, version }) => [device_model, version]))

type Versioned = Pick<Tracker, 'device_model' | 'firmware' | 'make'>

/**
 * What the device could have instead of its own; undefined where there is nothing newer. Tags of other makes and phones
 * have no firmware of ours.
 */
export function newerVersion(firmwares: Firmwares, device: Versioned): string | undefined {
  const newest = firmwares.get(device.device_model)
  return newest !== undefined && isOurMake(device) && compareFirmware(newest, device.firmware) > 0 ? newest : undefined
}

/** A judgement of model, make and version that is made once of each: a fleet runs a handful of them. */
export function onceAVersion<Value extends {}>(judge: (device: Versioned) => Value): (device: Versioned) => Value {
  const judged = new Map<string, Value>()
  return (device) => {
    const version = `${device.device_model} ${device.firmware} ${device.make}`
    const known = judged.get(version) ?? judge(device)
    judged.set(version, known)
    return known
  }
}
