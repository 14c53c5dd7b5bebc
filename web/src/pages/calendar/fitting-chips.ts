import { useSyncExternalStore } from 'react'

/** The heights of the frame around a month, of a day without posts, and of a chip with its gap. */
const frameHeight = 170
const emptyHeight = 31
const chipHeight = 43
const weeks = 6
const minChips = 2

/** Returns how many posts of a day fit into a month that is as tall as the window. */
export const useFittingChips = (): number => useSyncExternalStore(follow, read)

/** Returns the height of a day with this many posts, in pixels. */
export const heightOfDay = (chips: number): number => emptyHeight + chips * chipHeight

const read = (): number =>
  Math.max(minChips, Math.floor(((window.innerHeight - frameHeight) / weeks - emptyHeight) / chipHeight))

function follow(tell: () => void): () => void {
  window.addEventListener('resize', tell)
  return () => window.removeEventListener('resize', tell)
}
