/**
 * Escapes of JSON. A pair of surrogates is found whole, so that what is left of them are halves. An escaped backslash
 * is found, too, so that what follows it is read as text.
 */
const escapes = /\\(?:ud[89ab][0-9a-f]{2}\\ud[c-f][0-9a-f]{2}|u(?:0000|d[89a-f][0-9a-f]{2})|.)/gis
const unstorable = /^\\u[0-9a-f]{4}$/i

/**
 * Parses JSON of a server that is not ours. PostgreSQL holds neither NUL nor half a pair of surrogates, and a text that
 * a server cuts may end in such a half. Each of them becomes U+FFFD. Throws for invalid JSON.
 */
export const parseStorable = (text: string): unknown =>
  JSON.parse(text.replace(escapes, (found) => (unstorable.test(found) ? String.raw`\ufffd` : found)))
