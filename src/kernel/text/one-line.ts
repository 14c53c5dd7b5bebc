/** Control characters, line and paragraph separators, and controls that change the direction of the following text. */
const refused = String.raw`\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069`

/** The pattern of text that fits on one line and cannot affect the text next to it. */
export const oneLine = new RegExp(`^[^${refused}]*$`)

const runs = new RegExp(`[${refused}]+`, 'g')

/** Puts text on one line: each run of characters that `oneLine` rejects becomes a space. */
export const onOneLine = (text: string): string => text.replace(runs, ' ')

/**
 * Makes a name from another server storable: on one line and at most `maxChars` long. The limit never splits a
 * surrogate pair.
 */
export function cleanName(text: string, maxChars: number): string {
  const line = onOneLine(text.slice(0, 4 * maxChars).toWellFormed()).trim()
  return line
    .slice(0, maxChars)
    .replace(/[\ud800-\udbff]$/, '')
    .trimEnd()
}
