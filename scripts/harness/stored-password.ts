/** The password of people that a test puts into the database, and the hash that the server would store. */
export const PASSWORD = 'a good long password'

/**
 * Argon2id as the server verifies it, but made with the least work there is (8 KiB, one pass): a sign-in then takes a
 * thousandth of the time, which tests do by the hundred. The work is written in the hash itself, so the server has no
 * setting for it that could be left on; what it makes by itself, at a sign-up or a change of password, has the full work.
 */
export const STORED_PASSWORD =
  '$argon2id$v=19$m=8,t=1,p=1$emToR2ag2ktvwiskPlJo0A$Fv6pWdrjhkGy64q5uQrvFl9NwAi4zFPiWEhJ9YPDjCg'
