import { activityTexts } from '#web/i18n/activity-texts.ts'
import { openArea } from '#web/i18n/frame.ts'

/** Loads the page together with its texts. */
export async function loadActivity() {
  const [page] = await Promise.all([import('./activity-page.tsx'), openArea('activity', activityTexts)])
  return page
}
