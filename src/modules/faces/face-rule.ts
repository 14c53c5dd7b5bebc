/** The rule of a face: sharp at 64 CSS pixels on a display with three device pixels each. */
export const faceRule = {
  formats: ['image/webp'],
  isSquare: true,
  maxWidth: 192,
  maxHeight: 192,
  maxBytes: 65_536,
} as const
