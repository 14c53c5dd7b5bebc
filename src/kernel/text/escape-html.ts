const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Escapes text for HTML, in elements and in quoted attributes. */
export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (sign) => entities[sign] ?? sign)

/** Escapes characters that start a tag or entity, for text outside attributes. Does not escape quotes. */
export const escapeTags = (text: string): string => text.replace(/[&<>]/g, (sign) => entities[sign] ?? sign)
