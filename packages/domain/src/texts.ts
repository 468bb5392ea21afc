/** Facts about texts that server and console share. Source: G06. */

/** Most characters of a name, as people count them. */
export const MAX_NAME_LENGTH = 50

/** A name that is longer is refused. */
export const isTooLongForName = (name: string): boolean => [...name].length > MAX_NAME_LENGTH

/** True of names that are one in a list: the same, or alike but for the width or form of their letters (Unicode NFKC). */
export const isSameName = (one: string, other: string): boolean => one.normalize('NFKC') === other.normalize('NFKC')
