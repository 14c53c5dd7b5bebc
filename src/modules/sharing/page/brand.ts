import { brandColorOf, inkOn } from '#rules/face/brand-tile.ts'

/** Returns the style that sets the profile's color, with a text color that is easy to read on it. */
export function brandStyle(color: string | null): string {
  const brand = brandColorOf(color)
  return `:root{--brand-color:${brand};--on-brand-color:${inkOn(brand)}}`
}
