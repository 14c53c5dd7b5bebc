import { parseStorable } from '#kernel/text/parse-storable.ts'

/**
 * Parses JSON that contains bare numbers with more digits than a JavaScript number keeps. A number of 16 digits or more
 * becomes a string; quoted text is unchanged. Returns undefined for invalid JSON. An unclosed quote is read to the end
 * of the input, so the scan never starts over at a later quote.
 */
export function parseLongNumbers(text: string): unknown {
  const kept = text.replaceAll(/"(?:[^"\\]|\\[\s\S])*(?:"|\\?$)|(?<!\d)-?\d{16,}(?![\d.eE])/g, (found) =>
    found.startsWith('"') ? found : `"${found}"`,
  )
  try {
    return parseStorable(kept)
  } catch {
    return undefined
  }
}
