import { useSyncExternalStore } from 'react'

/** The width below which the frame has a bottom bar: `md` in the styles. */
const narrow = matchMedia('(width < 48rem)')

function follow(tell: () => void): () => void {
  narrow.addEventListener('change', tell)
  return () => narrow.removeEventListener('change', tell)
}

/** True at phone width, for content that is too expensive to render twice and hide once. */
export const useNarrow = (): boolean => useSyncExternalStore(follow, () => narrow.matches)
