/**
 * Finds a field whose text the browser cannot read: half a date, or letters where a number belongs. Its value is empty, so
 * that a page which looks at the value alone would drop what the user sees.
 */
export const findUnreadField = (within: ParentNode | null): HTMLInputElement | null =>
  [...(within?.querySelectorAll('input') ?? [])].find(({ validity }) => validity.badInput) ?? null
