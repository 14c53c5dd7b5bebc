/**
 * Makes external text storable. PostgreSQL stores neither NUL nor unpaired surrogates, which a length limit can leave
 * at the end. Each becomes U+FFFD, as in `parseStorable`.
 */
export const storable = (text: string, maxChars = Number.POSITIVE_INFINITY): string =>
  text.slice(0, maxChars).replaceAll('\0', '\uFFFD').toWellFormed()
