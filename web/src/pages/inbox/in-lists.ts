import type { InfiniteData } from '@tanstack/react-query'
import type { InboxFilter } from '#web/app/inbox-search.ts'
import type { Conversation, ConversationsPart } from './inbox-query.ts'

type List = InfiniteData<ConversationsPart, string | null>

/** True if a part of the inbox shows a conversation. Words are searched by the service alone. */
export function isShownIn(
  { show, account, label }: InboxFilter,
  { state, assigneeUid, kind, accountId, waitingReplies, labelIds }: Conversation,
  uid: string,
): boolean {
  if (account && account !== accountId) return false
  if (label && !labelIds.includes(label)) return false
  if (show === 'approval') return waitingReplies > 0
  if (show === 'done' || show === 'snoozed') return state === show
  if (state !== 'open') return false
  if (show === 'mine') return assigneeUid === uid
  if (show === 'unassigned') return assigneeUid === null
  return show === undefined || kind === 'mention'
}

const isBefore = (one: Conversation, other: Conversation): boolean =>
  one.lastInAt === other.lastInAt ? one.id > other.id : one.lastInAt > other.lastInAt

/** Puts a changed conversation where it belongs in a list, or takes it out. */
export function putInList(list: List, changed: Conversation, filter: InboxFilter, uid: string): List {
  const wasThere = list.pages.some(({ conversations }) => conversations.some(({ id }) => id === changed.id))
  const isThere = isShownIn(filter, changed, uid) && (wasThere || !filter.q)
  if (!wasThere && !isThere) return list
  let isPlaced = !isThere
  const pages = list.pages.map((page, nth) => {
    const others = page.conversations.filter(({ id }) => id !== changed.id)
    if (isPlaced) return { ...page, conversations: others }
    const at = others.findIndex((other) => isBefore(changed, other))
    const isEnd = nth === list.pages.length - 1 && page.nextCursor === null
    if (at === -1 && !isEnd) return { ...page, conversations: others }
    isPlaced = true
    return { ...page, conversations: others.toSpliced(at === -1 ? others.length : at, 0, changed) }
  })
  return { ...list, pages }
}
