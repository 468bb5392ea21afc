/** Which texts of one line are shown as they are. Source: security rule 20. */

/**
 * Characters that disguise names: controls, private and object characters, an empty Braille cell, and whatever Unicode calls
 * Default_Ignorable_Code_Point, which shows nothing. Of the latter stand, where they do show: a joiner behind and before what it
 * joins, as scripts and emoji need it; a variation selector behind the emoji, keycap or ideograph that it varies.
 */
const UNSEEN = new RegExp(
  [
    String.raw`[\p{Cc}\p{Zl}\p{Zp}\p{Co}\u2800\ufff9-\ufffc]`,
    String.raw`(?![\u200c\u200d\ufe00-\ufe0f\u{e0100}-\u{e01ef}])\p{Default_Ignorable_Code_Point}`,
    String.raw`(?<![\p{Extended_Pictographic}\p{Emoji_Modifier}\ufe0f\p{M}\p{Script=Arabic}])[\u200c\u200d]`,
    String.raw`[\u200c\u200d](?![\p{Extended_Pictographic}\p{L}\p{M}])`,
    String.raw`(?<!\p{Extended_Pictographic})[\ufe0e\ufe0f](?!\u20e3)`,
    String.raw`(?<![\p{Extended_Pictographic}#*0-9])[\ufe0e\ufe0f]`,
    String.raw`(?<!\p{Script=Han})[\ufe00-\ufe0d\u{e0100}-\u{e01ef}]`,
  ].join('|'),
  'u',
)

/** True of one line without characters that disguise it, and without halves of characters, which the database cannot store. */
export const isCleanText = (text: string): boolean => !UNSEEN.test(text) && text.isWellFormed()

/** A name as it is stored: composed, without spaces around it. */
export const tidyName = (name: string): string => name.normalize('NFC').trim()
