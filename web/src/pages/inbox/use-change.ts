import type { Input, Result } from '@posthorn/sdk'
import { type InfiniteData, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { api } from '#web/app/api.ts'
import { inboxCountsQuery } from '#web/app/inbox-counts-query.ts'
import type { InboxFilter } from '#web/app/inbox-search.ts'
import { useSession } from '#web/app/session.ts'
import { useMessages } from '#web/i18n/index.ts'
import { tellFailure } from '#web/ui/toast.tsx'
import { isShownIn, putInList } from './in-lists.ts'
import { type Conversation, type ConversationsPart, conversationQuery } from './inbox-query.ts'

export type Changes = Pick<Input<'updateConversation'>, 'state' | 'snoozedUntil' | 'assigneeUid' | 'labelIds'>
type Counts = Result<'getInboxCounts'>

/** The user who is signed in, as the inbox compares assignees. */
export function useOwnUid(): string {
  const session = useSession()
  return session.state === 'in' || session.state === 'ended' ? session.signedIn.user.uid : ''
}

/**
 * Changes conversations. The page shows a change at once, and takes it back with a message if the service refuses. The
 * changes of one conversation are sent one after another.
 */
export function useChange(profileId: string) {
  const { inbox: words } = useMessages('inbox')
  const queries = useQueryClient()
  const uid = useOwnUid()
  const lines = useRef(new Map<string, { last: Promise<unknown>; waiting: number }>())
  const waitingInAll = useRef(0)
  const put = (conversation: Conversation) => {
    const lists = queries.getQueriesData<InfiniteData<ConversationsPart, string | null>>({
      queryKey: ['inbox', profileId, 'list'],
    })
    for (const [key, list] of lists)
      if (list) queries.setQueryData(key, putInList(list, conversation, key[3] as InboxFilter, uid))
    queries.setQueryData(conversationQuery(profileId, conversation.id).queryKey, conversation)
  }
  return (before: Conversation, changes: Changes): void => {
    const line = lines.current.get(before.id) ?? { last: Promise.resolve(), waiting: 0 }
    lines.current.set(before.id, line)
    line.waiting += 1
    waitingInAll.current += 1
    // What is being read has the state before the change.
    void queries.cancelQueries({ queryKey: ['inbox', profileId] })
    const after: Conversation = { ...before, ...changes }
    put(after)
    queries.setQueryData(
      inboxCountsQuery(profileId).queryKey,
      (counts) => counts && recount(counts, before, after, uid),
    )
    const send = async () => {
      try {
        const changed = await api.updateConversation({ id: before.id, ...changes })
        if (line.waiting === 1) put(changed)
      } catch (error) {
        put(before)
        if (error instanceof Error) tellFailure(words.notChanged, error)
      }
      line.waiting -= 1
      waitingInAll.current -= 1
      if (waitingInAll.current === 0) await queries.invalidateQueries({ queryKey: ['inbox', profileId, 'counts'] })
    }
    line.last = line.last.then(send)
  }
}

/** The counts after a change, until the service has counted again. */
function recount(counts: Counts, before: Conversation, after: Conversation, uid: string): Counts {
  const differ = (filter: InboxFilter): number =>
    Number(isShownIn(filter, after, uid)) - Number(isShownIn(filter, before, uid))
  return {
    ...counts,
    open: counts.open + differ({}),
    mine: counts.mine + differ({ show: 'mine' }),
    unassigned: counts.unassigned + differ({ show: 'unassigned' }),
    snoozed: counts.snoozed + differ({ show: 'snoozed' }),
  }
}
