/**
 * Limits of uploaded pictures. KB and MB are 1024-based. Here and not in the contract, as the console shows them before
 * anything is sent. Source: specification §5, §9; G08, G67.
 */

/** At most this many bytes and pixels. PNG only. */
export const LOGO_LIMITS = { bytes: 100 * 1024, height: 24 } as const
/** Less than each of these. PNG or JPEG. */
export const ABOUT_IMAGE_LIMITS = { bytes: 1024 * 1024, width: 200, height: 800 } as const
/** Photos of people and devices: at most this. PNG or JPEG. */
export const PHOTO_LIMITS = { bytes: 2 * 1024 * 1024 } as const
/** Side of the square a cropper makes (px). */
export const CROPPED_PX = 512
/** Images of indoor maps: at most this. PNG or JPEG. */
export const MAP_IMAGE_LIMITS = { bytes: 10 * 1024 * 1024 } as const
