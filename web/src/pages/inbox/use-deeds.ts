import { useNavigate } from '@tanstack/react-router'
import { type InboxSearch, readInboxFilter } from '#web/app/inbox-search.ts'
import { useMessages } from '#web/i18n/index.ts'
import { formatDayAndTime } from '#web/lib/time.ts'
import { tell } from '#web/ui/toast.tsx'
import type { Conversation } from './inbox-query.ts'
import { nameOf } from './name-of.ts'
import { type Changes, useChange } from './use-change.ts'

export type OpenMenuName = 'assign' | 'assign by key' | 'snooze' | 'labels' | 'note' | null

/** The actions on conversations. Each takes effect at once. */
export interface Deeds {
  readonly finish: (conversation: Conversation) => void
  readonly snooze: (conversation: Conversation, until: string) => void
  readonly reopen: (conversation: Conversation) => void
  /** Moves on to the next conversation. */
  readonly leave: (conversation: Conversation) => void
  readonly assign: (conversation: Conversation, uid: string | null) => void
  readonly label: (conversation: Conversation, labelIds: string[]) => void
}

/** Returns the row of a conversation, if the list is visible and has rendered it. */
export const rowOf = (id: string): HTMLElement | null => {
  const row = document.querySelector<HTMLElement>(`[data-conversation="${id}"]`)
  return row && row.getClientRects().length > 0 ? row : null
}

/**
 * Changes conversations, and moves the selection to the next one when one leaves the list. Where a phone has no room for
 * both, it returns to the list.
 */
export function useDeeds(profileId: string, search: InboxSearch, conversations: readonly Conversation[]): Deeds {
  const { inbox: words, shell } = useMessages('inbox')
  const change = useChange(profileId)
  const navigate = useNavigate({ from: '/p/$profileId/inbox' })
  const move = (conversation: Conversation) => {
    const at = conversations.findIndex(({ id }) => id === conversation.id)
    if (at === -1) return
    const next = conversations[at + 1] ?? conversations[at - 1]
    const isBeside = rowOf(conversation.id) !== null
    if (search.open === conversation.id)
      void navigate({
        search: { ...readInboxFilter({ ...search }), ...(next && isBeside && { open: next.id }) },
        replace: true,
      })
    if (next) requestAnimationFrame(() => rowOf(next.id)?.focus())
  }
  const leave = (conversation: Conversation, changes: Changes, title: string) => {
    const { state, snoozedUntil } = conversation
    move(conversation)
    change(conversation, changes)
    const back = { state, snoozedUntil }
    tell({ title, undo: { label: shell.undo, run: () => change({ ...conversation, ...changes }, back) } })
  }
  return {
    finish: (conversation) =>
      leave(conversation, { state: 'done', snoozedUntil: null }, words.isDone(nameOf(conversation.person))),
    snooze: (conversation, until) =>
      leave(conversation, { state: 'snoozed', snoozedUntil: until }, words.isSnoozed(formatDayAndTime(until))),
    reopen: (conversation) =>
      leave(conversation, { state: 'open', snoozedUntil: null }, words.isOpen(nameOf(conversation.person))),
    leave: move,
    assign: (conversation, assigneeUid) => change(conversation, { assigneeUid }),
    label: (conversation, labelIds) => change(conversation, { labelIds }),
  }
}
