import type { AreaLoaders } from './areas.ts'

/** The names of actions and fields, for the activity of a brand and the audit log. They load with these pages. */
export const activityTexts: AreaLoaders<'activity'> = {
  en: async () => (await import('./en/activity/index.ts')).activity,
  de: async () => (await import('./de/activity/index.ts')).activity,
  es: async () => (await import('./es/activity/index.ts')).activity,
  fr: async () => (await import('./fr/activity/index.ts')).activity,
}
