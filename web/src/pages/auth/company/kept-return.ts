import { tabStore } from '#web/lib/browser/storage.ts'

const key = 'posthorn.company-return'

/** Keeps the page on which a connection was started, while the tab is at the identity provider. */
export const keepReturn = (): void => tabStore.write(key, location.pathname)

/** Returns that page. A path of this site only, because others on this origin could write the store. */
export function takeReturn(): string {
  const page = tabStore.read(key) ?? '/'
  tabStore.remove(key)
  return /^\/(?![/\\])/.test(page) ? page : '/'
}
