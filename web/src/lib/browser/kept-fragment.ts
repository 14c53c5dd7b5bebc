import { tabStore } from './storage.ts'

const key = 'posthorn.fragment'

/** Keeps the fragment of a page in this tab while its reader signs in. */
export const keepFragment = (fragment = ''): void => tabStore.write(key, fragment)

/** Returns the page to continue on, with the fragment that it had. */
export function withKeptFragment(page: string): string {
  const fragment = tabStore.read(key)
  tabStore.remove(key)
  return fragment ? `${page}#${fragment}` : page
}
