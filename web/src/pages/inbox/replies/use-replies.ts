import type { Input } from '@posthorn/sdk'
import { useQueryClient } from '@tanstack/react-query'
import { api } from '#web/app/api.ts'
import { useMessages } from '#web/i18n/index.ts'
import { tell, tellFailure } from '#web/ui/toast.tsx'
import { type Conversation, type Item, isUnderWay, type Reply, repliesQuery } from '../inbox-query.ts'
import { nameOf } from '../name-of.ts'

/** The texts that were not sent, by conversation, so that they stay while others are read. */
export const keptReplies = new Map<string, string>()

type Written = Pick<Input<'createInboxReply'>, 'text' | 'closes' | 'confirm'>
export type SendReply = (reply: Written) => Promise<void>

/** The actions on replies. Each shows why it failed. */
export interface ReplyDeeds {
  readonly cancel: (reply: Reply, onDone?: () => void) => void
  readonly retry: (reply: Reply) => void
  readonly resolve: (reply: Reply, as: 'retry' | 'published') => void
  readonly approve: (reply: Reply, approval: Omit<Input<'approveInboxReply'>, 'id' | 'contentHash'>) => void
  readonly reject: (reply: Reply, reason: string, onDone: () => void) => void
  readonly edit: (reply: Reply, text: string, lastItemId: string | null, onDone: () => void) => void
}

const everyMs = 1_000
/** A reply that waits for longer is shown when its conversation is opened. */
const mostLooks = 60

/** True for what someone else said, unless its author deleted it. */
export const isAnswerable = ({ sender, deletedAt }: Item): boolean => !sender.isUs && deletedAt === null

/** Writes replies, and follows them until they are settled, also after another conversation was opened. */
export function useReplies(profileId: string) {
  const { inbox, shell } = useMessages('inbox')
  const { approvals, replies: words } = inbox
  const queries = useQueryClient()
  const put = (reply: Reply) =>
    queries.setQueryData(repliesQuery(profileId, reply.conversationId).queryKey, (known) => [
      ...(known ?? []).filter(({ id }) => id !== reply.id),
      reply,
    ])
  const follow = async (reply: Reply) => {
    let last = reply
    for (let nth = 0; nth < mostLooks && isUnderWay(last); nth += 1) {
      await new Promise((resolve) => setTimeout(resolve, everyMs))
      last = await api.getInboxReply({ id: reply.id }).catch(() => last)
    }
    put(last)
    await queries.invalidateQueries({ queryKey: ['inbox', profileId] })
    if (last.state === 'failed') tell({ title: words.notSent, ...(last.error && { detail: last.error }) })
    if (last.state === 'unknown') tell({ title: words.unknown, detail: words.unknownLead })
  }
  const run = (title: string, call: () => Promise<Reply>, onDone?: () => void) => {
    call()
      .then((reply) => {
        put(reply)
        onDone?.()
        void follow(reply)
      })
      .catch((error: unknown) => {
        // What was refused has changed in the meantime.
        void queries.invalidateQueries({ queryKey: ['inbox', profileId] })
        if (error instanceof Error) tellFailure(title, error)
      })
  }
  const cancel = (reply: Reply, onDone?: () => void) =>
    run(
      words.notCancelled,
      () => api.cancelInboxReply({ id: reply.id }),
      () => {
        if (reply.state === 'queued') keptReplies.set(reply.conversationId, reply.text)
        onDone?.()
      },
    )
  const deeds: ReplyDeeds = {
    cancel,
    retry: ({ id }) => run(words.notSent, () => api.retryInboxReply({ id })),
    resolve: ({ id }, resolve) => run(words.notSent, () => api.resolveInboxReply({ id, resolve })),
    approve: ({ id, contentHash }, approval) =>
      run(approvals.notApproved, () => api.approveInboxReply({ id, contentHash: contentHash ?? '', ...approval })),
    reject: ({ id }, reason, onDone) => run(approvals.notRejected, () => api.rejectInboxReply({ id, reason }), onDone),
    edit: ({ id }, text, lastItemId, onDone) =>
      run(approvals.notSaved, () => api.updateInboxReply({ id, text, ...(lastItemId && { lastItemId }) }), onDone),
  }
  const send = async (
    { id, person }: Conversation,
    items: readonly Item[],
    written: Written,
  ): Promise<Reply | undefined> => {
    const itemId = items.findLast(isAnswerable)?.id
    const lastItemId = items.at(-1)?.id
    if (!itemId || !lastItemId) return undefined
    const reply = await api.createInboxReply({ id, itemId, lastItemId, ...written })
    put(reply)
    void follow(reply)
    if (reply.state === 'waiting_for_approval') tell({ title: approvals.asked(nameOf(person)) })
    else if (written.closes)
      tell({ title: words.replySends(nameOf(person)), undo: { label: shell.undo, run: () => cancel(reply) } })
    return reply
  }
  return { deeds, send }
}
