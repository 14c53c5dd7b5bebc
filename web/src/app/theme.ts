import { browserStore } from '#web/lib/browser/storage.ts'

export type Theme = 'light' | 'dark' | 'system'

const key = 'posthorn.theme'

export const readTheme = (): Theme => (browserStore.read(key) as Theme | null) ?? 'system'

/** Applies and stores the theme. `public/theme.js` applies it before first paint of the next page. */
export function chooseTheme(theme: Theme): void {
  if (theme === 'system') browserStore.remove(key)
  else browserStore.write(key, theme)
  applyTheme()
}

export function applyTheme(): void {
  const theme = readTheme()
  const isDark = theme === 'dark' || (theme === 'system' && matchMedia('(prefers-color-scheme: dark)').matches)
  document.documentElement.dataset.theme = isDark ? 'dark' : 'light'
}
