const desk = { viewport: { width: 1440, height: 900 } } as const
const small = { viewport: { width: 1024, height: 768 } } as const
const phone = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2 } as const
const narrow = { viewport: { width: 320, height: 640 }, deviceScaleFactor: 2 } as const
const german = { locale: 'de-DE' } as const

/**
 * The window sizes in which people read the pages. German words are long, and a small window has the least space for
 * them.
 */
export const looks = {
  light: { ...desk, colorScheme: 'light' },
  dark: { ...desk, colorScheme: 'dark' },
  small: { ...small, colorScheme: 'light' },
  'small-dark': { ...small, colorScheme: 'dark' },
  phone: { ...phone, colorScheme: 'light' },
  'phone-dark': { ...phone, colorScheme: 'dark' },
  narrow: { ...narrow, colorScheme: 'light' },
  german: { ...small, ...german, colorScheme: 'light' },
  'german-phone': { ...phone, ...german, colorScheme: 'light' },
  'german-phone-dark': { ...phone, ...german, colorScheme: 'dark' },
} as const
