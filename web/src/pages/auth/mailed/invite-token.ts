import { tabStore } from '#web/lib/browser/storage.ts'
import { takeFragment } from './take-fragment.ts'

const key = 'posthorn.invitation'

/** Returns the token of the invitation. The tab keeps it for a reload, because the URL does not. */
export function takeInviteToken(): string {
  const given = takeFragment()
  if (given !== '') tabStore.write(key, given)
  return given || (tabStore.read(key) ?? '')
}

/** Forgets an invitation that was accepted or no longer works. */
export const dropInviteToken = (): void => tabStore.remove(key)
