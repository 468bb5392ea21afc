/** Which texts of one line are shown as they are. Source: security rule 20. */

/**
 * Characters that disguise names: control and tag characters, those that turn the direction of text, and those that take no room.
 * Joiners stand where scripts and emoji need them, and variation selectors behind what they vary.
 */
const UNSEEN = new RegExp(
  [
    String.raw`[\p{Cc}\p{Zl}\p{Zp}\p{Co}\u00ad\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b\u200e\u200f\u202a-\u202e]`,
    String.raw`[\u2060-\u206f\u2800\u3164\ufeff\uffa0\ufff9-\ufffc\u{1d173}-\u{1d17a}\u{e0000}-\u{e00ff}\u{e01f0}-\u{e0fff}]`,
    String.raw`(?<![\p{Extended_Pictographic}\p{Emoji_Modifier}\ufe0f\p{M}\p{Script=Arabic}])[\u200c\u200d]`,
    String.raw`(?<![\p{Extended_Pictographic}\p{Emoji_Component}\p{Script=Han}])[\ufe00-\ufe0f]`,
    String.raw`(?<!\p{Script=Han})[\u{e0100}-\u{e01ef}]`,
  ].join('|'),
  'u',
)

/** True of one line without characters that disguise it, and without halves of characters, which the database cannot store. */
export const isCleanText = (text: string): boolean => !UNSEEN.test(text) && text.isWellFormed()

/** A name as it is stored: composed, without spaces around it. */
export const tidyName = (name: string): string => name.normalize('NFC').trim()
