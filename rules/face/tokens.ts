/**
 * The colors of the product by their job, in light and dark mode, and its shadows. The web app, the pages that the
 * service renders, the sandbox and the emails all use these. Text and states reach a contrast of 4.5:1 on every
 * surface.
 */
const colors = {
  // Surfaces and lines.
  bg: ['oklch(0.98 0.003 255)', 'oklch(0.16 0.012 262)'],
  surface: ['oklch(1 0 0)', 'oklch(0.203 0.015 262)'],
  raised: ['oklch(1 0 0)', 'oklch(0.247 0.018 262)'],
  sunken: ['oklch(0.962 0.005 255)', 'oklch(0.25 0.017 262)'],
  pressed: ['oklch(0.925 0.008 255)', 'oklch(0.31 0.02 262)'],
  line: ['oklch(0.912 0.006 255)', 'oklch(0.29 0.017 262)'],
  'line-2': ['oklch(0.86 0.009 255)', 'oklch(0.36 0.02 262)'],
  'line-strong': ['oklch(0.62 0.012 255)', 'oklch(0.55 0.018 262)'],
  // Text.
  ink: ['oklch(0.215 0.022 262)', 'oklch(0.955 0.005 255)'],
  'ink-2': ['oklch(0.43 0.02 262)', 'oklch(0.775 0.012 260)'],
  'ink-3': ['oklch(0.53 0.018 262)', 'oklch(0.68 0.014 260)'],
  // Actions and the brand. Brass is for progress, the best hours, notes and hints.
  brand: ['oklch(0.475 0.185 263)', 'oklch(0.745 0.125 263)'],
  'brand-hover': ['oklch(0.43 0.18 263)', 'oklch(0.79 0.11 263)'],
  'on-brand': ['oklch(1 0 0)', 'oklch(0.17 0.04 263)'],
  'brand-tint': ['oklch(0.955 0.022 263)', 'oklch(0.29 0.055 263)'],
  focus: ['oklch(0.55 0.2 263)', 'oklch(0.745 0.135 263)'],
  brass: ['oklch(0.74 0.135 80)', 'oklch(0.82 0.125 84)'],
  'brass-ink': ['oklch(0.5 0.1 75)', 'oklch(0.83 0.11 84)'],
  'brass-tint': ['oklch(0.968 0.03 88)', 'oklch(0.275 0.035 80)'],
  night: ['oklch(0.235 0.035 262)', 'oklch(0.12 0.02 262)'],
  tile: ['oklch(0.255 0.035 266)', 'oklch(0.29 0.045 264)'],
  // States of posts and accounts, for text and icons. Their tint is the same hue.
  draft: ['oklch(0.52 0.015 260)', 'oklch(0.73 0.012 260)'],
  scheduled: ['oklch(0.49 0.17 295)', 'oklch(0.78 0.115 297)'],
  queued: ['oklch(0.5 0.09 230)', 'oklch(0.78 0.085 230)'],
  publishing: ['oklch(0.5 0.15 255)', 'oklch(0.77 0.115 255)'],
  published: ['oklch(0.5 0.12 153)', 'oklch(0.78 0.135 154)'],
  partial: ['oklch(0.54 0.12 68)', 'oklch(0.82 0.12 80)'],
  failed: ['oklch(0.52 0.19 27)', 'oklch(0.735 0.15 25)'],
  held: ['oklch(0.53 0.13 48)', 'oklch(0.79 0.12 55)'],
  review: ['oklch(0.49 0.12 200)', 'oklch(0.79 0.1 200)'],
  unknown: ['oklch(0.5 0.17 345)', 'oklch(0.75 0.14 345)'],
  // Networks, in charts only.
  'n-instagram': ['oklch(0.58 0.19 358)', 'oklch(0.72 0.16 358)'],
  'n-facebook': ['oklch(0.53 0.17 260)', 'oklch(0.7 0.13 260)'],
  'n-x': ['oklch(0.4 0.015 260)', 'oklch(0.86 0.01 260)'],
  'n-linkedin': ['oklch(0.53 0.11 235)', 'oklch(0.72 0.1 235)'],
  'n-threads': ['oklch(0.5 0.12 325)', 'oklch(0.74 0.11 325)'],
  'n-bluesky': ['oklch(0.62 0.15 240)', 'oklch(0.77 0.12 235)'],
  'n-mastodon': ['oklch(0.54 0.19 288)', 'oklch(0.73 0.14 290)'],
  'n-pinterest': ['oklch(0.55 0.2 22)', 'oklch(0.71 0.16 20)'],
  'n-tiktok': ['oklch(0.6 0.11 190)', 'oklch(0.79 0.1 190)'],
  'n-youtube': ['oklch(0.58 0.2 30)', 'oklch(0.73 0.16 32)'],
  // The heat map, from weak to strong.
  'heat-0': ['oklch(0.955 0.012 262)', 'oklch(0.245 0.018 262)'],
  'heat-1': ['oklch(0.9 0.04 262)', 'oklch(0.295 0.05 262)'],
  'heat-2': ['oklch(0.82 0.08 262)', 'oklch(0.365 0.085 262)'],
  'heat-3': ['oklch(0.7 0.13 262)', 'oklch(0.455 0.125 262)'],
  'heat-4': ['oklch(0.57 0.175 262)', 'oklch(0.52 0.15 262)'],
  'heat-5': ['oklch(0.455 0.185 262)', 'oklch(0.71 0.14 262)'],
} as const satisfies Readonly<Record<string, readonly [light: string, dark: string]>>

const shadows = {
  'lift-1': ['0 1px 2px oklch(0.2 0.03 262 / 0.06)', '0 0 0 0 transparent'],
  'lift-2': [
    '0 1px 2px oklch(0.2 0.03 262 / 0.06), 0 8px 24px -6px oklch(0.2 0.03 262 / 0.14)',
    '0 0 0 1px oklch(1 0 0 / 0.04), 0 10px 28px -6px oklch(0 0 0 / 0.6)',
  ],
  'lift-3': [
    '0 2px 4px oklch(0.2 0.03 262 / 0.06), 0 20px 48px -12px oklch(0.2 0.03 262 / 0.28)',
    '0 0 0 1px oklch(1 0 0 / 0.05), 0 24px 56px -12px oklch(0 0 0 / 0.75)',
  ],
} as const

/** The share of the color in the tint of a state. */
const tints = { tint: ['9%', '17%'] } as const

const all: readonly (readonly [name: string, values: readonly [string, string]])[] = [
  ...Object.entries(colors),
  ...Object.entries(shadows),
  ...Object.entries(tints),
]

/** Prints the tokens of one mode as CSS declarations. */
export function declareTokens(mode: 'light' | 'dark'): string {
  return all.map(([name, [light, dark]]) => `--${name}: ${mode === 'light' ? light : dark};`).join('\n  ')
}

/** The tokens as CSS for pages that follow the mode of the device. */
export const tokensCss = `:root {
  color-scheme: light dark;
  ${declareTokens('light')}
}
@media (prefers-color-scheme: dark) { :root {
  ${declareTokens('dark')}
} }
`
