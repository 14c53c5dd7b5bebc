/**
 * Makes a text storable that we did not write: PostgreSQL holds neither NUL nor half a pair of surrogates, which a limit
 * may leave at the end. Each of them becomes U+FFFD, as in `parseStorable`.
 */
export const storable = (text: string, maxChars = Number.POSITIVE_INFINITY): string =>
  text.slice(0, maxChars).replaceAll('\0', '\uFFFD').toWellFormed()
