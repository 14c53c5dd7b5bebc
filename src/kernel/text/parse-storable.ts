/**
 * JSON escapes. Surrogate pairs match as a whole, so that only unpaired surrogates remain. Escaped backslashes also
 * match, so that the characters after them are read as text.
 */
const escapes = /\\(?:ud[89ab][0-9a-f]{2}\\ud[c-f][0-9a-f]{2}|u(?:0000|d[89a-f][0-9a-f]{2})|.)/gis
const unstorable = /^\\u[0-9a-f]{4}$/i

/**
 * Parses JSON from an external server. PostgreSQL stores neither NUL nor unpaired surrogates, and text that a server
 * truncated can end in one. Each becomes U+FFFD. Throws for invalid JSON.
 */
export const parseStorable = (text: string): unknown =>
  JSON.parse(text.replace(escapes, (found) => (unstorable.test(found) ? String.raw`\ufffd` : found)))
