/** What the server and the console both say about texts, before and after they are sent. Source: G06. */

/** Most characters of a name, as people count them. */
export const MAX_NAME_LENGTH = 50

/** A name that is longer is refused. */
export const isTooLongForName = (name: string): boolean => [...name].length > MAX_NAME_LENGTH
