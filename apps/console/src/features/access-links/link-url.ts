/** What is handed to a visitor: the code stands after the #, so that no server on the way sees it. Source: G33. */
export const linkUrl = (code: string, origin: string = window.location.origin): string =>
  `${origin}/#access_code=${code}`
