/**
 * The texts of one domain word: id to its words in English, Traditional Chinese and Japanese, in that order.
 * A missing language is a type error. Messages are ICU: `{count, plural, one {# map} other {# maps}}`.
 */
export type Catalogue = Readonly<Record<string, readonly [enUs: string, zhTw: string, jaJp: string]>>
