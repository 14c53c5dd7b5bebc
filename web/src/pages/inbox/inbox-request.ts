import type { Input } from '@posthorn/sdk'
import type { InboxFilter, Show } from '#web/app/inbox-search.ts'

type Request = Omit<Input<'listConversations'>, 'profileId'>

const requests: Readonly<Record<Show, Request>> = {
  open: { state: 'open' },
  mine: { state: 'open', assignee: 'me' },
  unassigned: { state: 'open', assignee: 'none' },
  mentions: { state: 'open', kind: 'mention' },
  approval: { waitingForApproval: true },
  snoozed: { state: 'snoozed' },
  done: { state: 'done' },
}

/** The call that lists what a part of the inbox shows. */
export const conversationsRequest = (
  profileId: string,
  { show, q, account, label }: InboxFilter,
): Input<'listConversations'> => ({
  profileId,
  ...requests[show ?? 'open'],
  ...(q && { q }),
  ...(account && { accountId: account }),
  ...(label && { labelId: label }),
})
