/** Firmware versions. Source: specification §4 Firmware, §5, §9; G45. */

/** Older firmware cannot be added to an account. */
export const OLDEST_FIRMWARE = '1.4.4'

/** The log line for an unreadable version. Source: specification §5. */
export const BAD_FIRMWARE_TEXT = 'This device firmware version not correct!'

/** Major, minor and patch; undefined where the text has fewer than three dot-separated numbers. */
export function parseFirmware(version: string): readonly [number, number, number] | undefined {
  const [major, minor, patch] = version
    .split('.')
    .map((part) => (/^\d{1,6}/.test(part) ? Number.parseInt(part, 10) : NaN))
  if (major === undefined || minor === undefined || patch === undefined) return undefined
  return [major, minor, patch].some(Number.isNaN) ? undefined : [major, minor, patch]
}

/** Below zero where `a` is the older; 0 where they are equal or one of them is no version. */
export function compareFirmware(a: string, b: string): number {
  const [left, right] = [parseFirmware(a), parseFirmware(b)]
  if (left === undefined || right === undefined) return 0
  return left[0] - right[0] || left[1] - right[1] || left[2] - right[2]
}

/** True for a version too old to be added; a text that is no version is not judged. */
export const isOldFirmware = (version: string): boolean => compareFirmware(version, OLDEST_FIRMWARE) < 0
