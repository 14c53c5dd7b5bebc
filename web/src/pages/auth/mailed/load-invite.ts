import { openArea } from '#web/i18n/frame.ts'
import { inviteTexts } from '#web/i18n/invite-texts.ts'

/** Loads the page of an invitation together with its texts. */
export async function loadInvite() {
  const [page] = await Promise.all([import('./invite-page.tsx'), openArea('invites', inviteTexts)])
  return page
}
