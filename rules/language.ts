/**
 * Returns the canonical form of a language tag (BCP 47) such as `pt-BR`. Returns null if the text is not a language
 * tag, such as `german`.
 */
export function languageTagOf(text: string): string | null {
  if (!/^[a-z]{2,3}(?:-[a-z0-9]{1,8}){0,8}$/i.test(text)) return null
  try {
    return Intl.getCanonicalLocales(text)[0] ?? null
  } catch {
    return null
  }
}
