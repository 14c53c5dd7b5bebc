/** Returns the text with the signature. A blank text gets none. */
export const sign = (text: string, words: string): string => (text.trim() === '' ? text : `${text}\n\n${words}`)

/** Returns the text without the signature at its end. Null if the text does not end with it. */
export const unsign = (text: string, words: string): string | null =>
  words !== '' && text.endsWith(`\n\n${words}`) ? text.slice(0, -words.length - 2) : null

/** True if the signature is a paragraph of the text. */
export const isSigned = (text: string, words: string): boolean => `\n${text}\n`.includes(`\n${words}\n`)
