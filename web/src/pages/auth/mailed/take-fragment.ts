import { tabStore } from '#web/lib/browser/storage.ts'

/** Returns the fragment of the URL and removes it: a token must not stay in the browser's history. */
export function takeFragment(): string {
  const fragment = location.hash.slice(1)
  if (fragment !== '') history.replaceState(history.state, '', location.pathname + location.search)
  return fragment
}

const inviteKey = 'posthorn.invitation'

/** Returns the token of the invitation. The tab keeps it for a reload, because the URL does not. */
export function takeInviteToken(): string {
  const given = takeFragment()
  if (given !== '') tabStore.write(inviteKey, given)
  return given || (tabStore.read(inviteKey) ?? '')
}

/** Forgets an invitation that was accepted or no longer works. */
export const dropInviteToken = (): void => tabStore.remove(inviteKey)
