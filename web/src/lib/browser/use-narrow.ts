import { useSyncExternalStore } from 'react'

/** Returns a hook that is true while the window matches a media query. */
function makeMatch(query: string): () => boolean {
  const list = matchMedia(query)
  const follow = (notify: () => void) => {
    list.addEventListener('change', notify)
    return () => list.removeEventListener('change', notify)
  }
  return () => useSyncExternalStore(follow, () => list.matches)
}

/**
 * True at phone width, for content that is too expensive to render twice and hide once. Below this width, the frame has
 * a bottom bar: `md` in the styles.
 */
export const useNarrow = makeMatch('(width < 48rem)')

/** True where a page has one column: below `lg` in the styles. */
export const useOneColumn = makeMatch('(width < 64rem)')
