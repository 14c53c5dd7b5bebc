const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Escapes text for HTML, in elements and in quoted attributes. */
export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (sign) => entities[sign] ?? sign)

/** Escapes the signs that begin a tag or an entity, for texts outside of attributes. Quotes stay. */
export const escapeTags = (text: string): string => text.replace(/[&<>]/g, (sign) => entities[sign] ?? sign)
