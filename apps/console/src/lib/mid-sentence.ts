/** A label as it stands within a sentence: `Device ID` as `device ID`; what begins with an abbreviation stays. */
export const midSentence = (label: string): string =>
  /^\p{Lu}\p{Lu}/u.test(label) ? label : label.charAt(0).toLowerCase() + label.slice(1)
