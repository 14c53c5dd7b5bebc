/** Decodes percent-encoded text. Text that is not encoded well stays as it is. */
export function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
