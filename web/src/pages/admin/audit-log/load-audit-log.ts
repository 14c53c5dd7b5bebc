import { activityTexts } from '#web/i18n/activity-texts.ts'
import { openArea } from '#web/i18n/frame.ts'

/** Loads the page together with the names of actions and fields. */
export async function loadAuditLog() {
  const [page] = await Promise.all([import('./audit-log-page.tsx'), openArea('activity', activityTexts)])
  return page
}
