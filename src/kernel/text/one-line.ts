/** Control characters, line and paragraph separators, and controls that turn the direction of the text after them. */
const refused = String.raw`\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069`

/** The pattern of text that is shown on one line and cannot change what stands next to it. */
export const oneLine = new RegExp(`^[^${refused}]*$`)

const runs = new RegExp(`[${refused}]+`, 'g')

/** Puts a text on one line: each run of characters that `oneLine` refuses becomes a space. */
export const onOneLine = (text: string): string => text.replace(runs, ' ')

/**
 * Makes a name storable that another server chose: on one line, of at most `maxChars`. A limit cuts between characters,
 * so that half a surrogate pair is never left.
 */
export function cleanName(text: string, maxChars: number): string {
  const line = onOneLine(text.slice(0, 4 * maxChars).toWellFormed()).trim()
  return line
    .slice(0, maxChars)
    .replace(/[\ud800-\udbff]$/, '')
    .trimEnd()
}
