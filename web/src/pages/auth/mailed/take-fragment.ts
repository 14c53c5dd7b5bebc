/** Returns the fragment of the URL and removes it: a token must not stay in the browser's history. */
export function takeFragment(): string {
  const fragment = location.hash.slice(1)
  if (fragment !== '') history.replaceState(history.state, '', location.pathname + location.search)
  return fragment
}
