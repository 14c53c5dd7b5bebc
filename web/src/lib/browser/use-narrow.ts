import { useSyncExternalStore } from 'react'

/** The width below which the frame has a bottom bar: `md` of the styles. */
const narrow = matchMedia('(width < 48rem)')

function follow(tell: () => void): () => void {
  narrow.addEventListener('change', tell)
  return () => narrow.removeEventListener('change', tell)
}

/** True on the width of a phone, for what is too much to draw twice and hide once. */
export const useNarrow = (): boolean => useSyncExternalStore(follow, () => narrow.matches)
