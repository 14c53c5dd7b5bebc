export type Theme = 'light' | 'dark' | 'system'

const key = 'posthorn.theme'

export const readTheme = (): Theme => (localStorage.getItem(key) as Theme | null) ?? 'system'

/** Applies the theme and keeps it. `public/theme.js` applies it before the first paint of the next page. */
export function chooseTheme(theme: Theme): void {
  if (theme === 'system') localStorage.removeItem(key)
  else localStorage.setItem(key, theme)
  applyTheme()
}

export function applyTheme(): void {
  const theme = readTheme()
  const isDark = theme === 'dark' || (theme === 'system' && matchMedia('(prefers-color-scheme: dark)').matches)
  document.documentElement.dataset.theme = isDark ? 'dark' : 'light'
}
