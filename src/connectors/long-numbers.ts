/**
 * JSON in which some names are bare numbers of more digits than a number of JavaScript keeps: one of 16 digits or more
 * becomes a text, what stands in quotes stays as it is. Undefined: it is no JSON. A quote that nothing closes is read to the
 * end, so that no quote behind it is tried again.
 */
export function parseLongNumbers(text: string): unknown {
  const kept = text.replaceAll(/"(?:[^"\\]|\\[\s\S])*(?:"|\\?$)|(?<!\d)-?\d{16,}(?![\d.eE])/g, (found) =>
    found.startsWith('"') ? found : `"${found}"`,
  )
  try {
    return JSON.parse(kept)
  } catch {
    return undefined
  }
}
