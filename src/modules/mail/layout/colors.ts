/**
 * The colors of an email, by the names of the web app's tokens. Mail programs do not read OKLCH, so these are the same
 * colors in sRGB.
 */
export const light = {
  bg: '#f7f8fa',
  surface: '#ffffff',
  line: '#dfe2e6',
  ink: '#141a24',
  ink2: '#4a505b',
  ink3: '#666c77',
  brand: '#1e51c2',
  onBrand: '#ffffff',
} as const

export const dark: Readonly<Record<keyof typeof light, string>> = {
  bg: '#0a0d13',
  surface: '#13171e',
  line: '#272b34',
  ink: '#eef0f3',
  ink2: '#b1b6be',
  ink3: '#9399a1',
  brand: '#82abfb',
  onBrand: '#060f21',
}
