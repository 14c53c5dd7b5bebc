import type { AreaLoaders } from '#web/i18n/areas.ts'
import { openArea } from '#web/i18n/frame.ts'

/** The texts of the page, by language. They load with it. */
const activityTexts: AreaLoaders<'activity'> = {
  en: async () => (await import('#web/i18n/en/activity/index.ts')).activity,
  de: async () => (await import('#web/i18n/de/activity/index.ts')).activity,
  es: async () => (await import('#web/i18n/es/activity/index.ts')).activity,
  fr: async () => (await import('#web/i18n/fr/activity/index.ts')).activity,
}

/** Loads the page together with its texts. */
export async function loadActivity() {
  const [page] = await Promise.all([import('./activity-page.tsx'), openArea('activity', activityTexts)])
  return page
}
