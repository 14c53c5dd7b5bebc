const usual = '#3b4a63'

/** Returns the color of a profile, or a neutral one. */
export const brandColorOf = (color: string | null): string =>
  color !== null && /^#[0-9a-f]{6}$/i.test(color) ? color : usual

/** Returns the style that sets the profile's color, with a text color that is easy to read on it. */
export function brandStyle(color: string | null): string {
  const brand = brandColorOf(color)
  return `:root{--brand-color:${brand};--on-brand-color:${computeLuminance(brand) > 0.4 ? '#16181d' : '#fff'}}`
}

/** Computes the relative luminance, as WCAG defines it. */
function computeLuminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(color.slice(at, at + 2), 16) / 255
    return part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
