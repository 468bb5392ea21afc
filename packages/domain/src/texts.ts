/** Facts about texts that server and console share. Source: G06. */

/** Most characters of a name, as people count them. */
export const MAX_NAME_LENGTH = 50

/** A name that is longer is refused. */
export const isTooLongForName = (name: string): boolean => [...name].length > MAX_NAME_LENGTH

/** True of names that are one in a list: the same, or alike but for the width or form of their letters (Unicode NFKC). */
export const isSameName = (one: string, other: string): boolean => one.normalize('NFKC') === other.normalize('NFKC')

/** A name that addresses somebody already. */
const IS_ADDRESSED = /(さん|さま|様|氏|くん|君|ちゃん|先生)$/

/**
 * How a Japanese sentence names who carries a device: people with さん, residents as staff. Things are numbered, as 車いす 02, and
 * keep their plain names; so does a name that addresses somebody already.
 */
export const addressedInJapanese = (name: string): string =>
  /\d/.test(name) || IS_ADDRESSED.test(name) ? name : `${name}さん`
