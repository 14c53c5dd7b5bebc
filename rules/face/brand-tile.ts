const neutral = '#3b4a63'

/** Returns the color of a brand, or a neutral one. */
export const brandColorOf = (color: string | null | undefined): string =>
  color && /^#[0-9a-f]{6}$/i.test(color) ? color : neutral

/** The luminance above which dark text has more contrast than white. Both have at least 4.5 : 1 on their side of it. */
const light = 0.18

/** Returns the text color that is easiest to read on a color. */
export const inkOn = (color: string): string => (computeLuminance(color) > light ? '#000' : '#fff')

/** Computes the relative luminance, as WCAG defines it. */
function computeLuminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(color.slice(at, at + 2), 16) / 255
    return part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/**
 * Returns what stands for a brand without a photo: the first letter or digit of its name, else its first grapheme,
 * which may be several code points.
 */
export function brandLetter(name: string): string {
  const text = name.trim()
  // Most names need no segmenter. Creating one takes as long as drawing ten rows of a list.
  if (/^[a-z\d][\w ]/i.test(text)) return text.charAt(0).toUpperCase()
  const graphemes = [...new Intl.Segmenter('en').segment(text)].map(({ segment }) => segment)
  const letter = graphemes.find((one) => /[\p{L}\p{N}]/u.test(one)) ?? graphemes[0]
  return letter?.toUpperCase() ?? ''
}
