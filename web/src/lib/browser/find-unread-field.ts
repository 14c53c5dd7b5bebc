/**
 * Finds a field whose text the browser cannot parse: an incomplete date, or letters in a number field. Its value is
 * empty, so a page that reads only the value would drop what the user sees. A field that reads its text itself reports
 * this with `setCustomValidity`.
 */
export const findUnreadField = (within: ParentNode | null): HTMLInputElement | null =>
  [...(within?.querySelectorAll('input') ?? [])].find(({ validity }) => validity.badInput || validity.customError) ??
  null
