import { browserStore } from '#web/lib/browser/storage.ts'
import type { Post } from '#web/posts/post-time.ts'

/** The cards for new users: up to the first post, and after it. */
export type CardName = 'starter' | 'tour'

export interface CardProps {
  readonly profileId: string
  readonly hasAccounts: boolean
  readonly published: readonly Post[]
  readonly hasPlans: boolean
}

const keyOf = (name: CardName): string => `posthorn.${name}`

/** Returns true if the reader has hidden the card in this browser. */
export const isCardHidden = (name: CardName): boolean => browserStore.read(keyOf(name)) === 'hidden'

export const hideCard = (name: CardName): void => void browserStore.write(keyOf(name), 'hidden')
