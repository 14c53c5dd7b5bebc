import type { RouterState } from '@tanstack/react-router'
import { tabStore } from '#web/lib/browser/storage.ts'

/** Names a page of this tab's history. */
export const entryOf = ({ location }: Pick<RouterState, 'location'>): string => location.state.__TSR_key ?? ''

const keyOf = (entry: string): string => `posthorn.left.${entry}`

/** Remembers the draft that a page of the history became after it was left. */
export const noteLeftDraft = (entry: string, postId: string): void => tabStore.write(keyOf(entry), postId)

export const readLeftDraft = (entry: string): string | null => (entry === '' ? null : tabStore.read(keyOf(entry)))
