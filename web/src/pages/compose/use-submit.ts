import { PosthornError } from '@posthorn/sdk'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { api } from '#web/app/api.ts'
import { accountsQuery } from '#web/app/queries.ts'
import { askForApproval } from '#web/compose/saving/ask-for-approval.ts'
import type { DraftEditor } from '#web/compose/saving/draft-editor.ts'
import type { FreeSlot } from '#web/compose/schedule/free-slot.ts'
import { useMessages } from '#web/i18n/index.ts'
import { browserStore } from '#web/lib/browser/storage.ts'
import { now } from '#web/lib/clock.ts'
import { formatDayAndTime } from '#web/lib/time.ts'
import { tell, tellFailure } from '#web/ui/toast.tsx'
import { keepChosen } from './usual-accounts.ts'

/**
 * The effect of submitting: publish or schedule the post, save a draft, update a scheduled post, or give a draft the next
 * free posting time.
 */
export type Intent = 'go' | 'draft' | 'queue'

interface Submission {
  readonly intent: Intent
  /** The next free posting time. */
  readonly free: FreeSlot | null
}

/**
 * Submits the post and opens its page, which shows the progress. Where a brand needs approvals, the same step asks for
 * them.
 */
export function useSubmit(profileId: string, editor: DraftEditor, needsApproval: boolean) {
  const { compose, shell, slots, writing } = useMessages()
  const navigate = useNavigate()
  const queries = useQueryClient()
  const refresh = () =>
    Promise.all(['posts', 'post', 'stats'].map((key) => queries.invalidateQueries({ queryKey: [key] })))
  const takeBack = async (id: string) => {
    try {
      await api.updatePost({ id, scheduledAt: null })
      await refresh()
      await navigate({ to: '/p/$profileId/compose', params: { profileId }, search: { post: id } })
    } catch (error) {
      if (error instanceof Error) tellFailure(compose.notTakenBack, error)
    }
  }
  return useMutation({
    mutationFn: async ({ intent, free }: Submission): Promise<Sent> => {
      if (intent === 'draft') return { id: await editor.arm({ saveAsDraft: true }), held: 0 }
      const sent = intent === 'queue' && free ? await addToNext(editor, free) : await send(editor)
      if (needsApproval) await askForApproval(sent.id)
      return sent
    },
    onSuccess: async ({ id, held, at }, { intent }) => {
      const accounts = queries.getQueryData(accountsQuery(profileId).queryKey)
      if (accounts) keepChosen(profileId, accounts, editor.view.read().draft.accountIds)
      await editor.forget()
      await refresh()
      await navigate({ to: '/p/$profileId/posts/$postId', params: { profileId, postId: id } })
      if (at !== undefined)
        tell({ title: slots.filled(formatDayAndTime(at)), undo: { label: shell.undo, run: () => void takeBack(id) } })
      else if (needsApproval && intent !== 'draft') tell({ title: writing.asked })
      else if (held > 0)
        tell({ title: compose.goesOutIn(held), undo: { label: shell.undo, run: () => void takeBack(id) } })
    },
  })
}

interface Sent {
  readonly id: string
  /** The number of seconds for which the post is delayed, so that it can be undone. */
  readonly held: number
  /** The posting time that a plan gave to the post. */
  readonly at?: string
}

/** Saves the draft without a time, and gives it the next free posting time. Someone else may have taken the shown one. */
async function addToNext(editor: DraftEditor, { planId }: FreeSlot): Promise<Sent> {
  const { confirmed } = editor.view.read().draft
  const id = await editor.arm({ scheduledAt: null, saveAsDraft: true })
  const confirmWarnings = [...confirmed]
  const { moves } = await api.addToSlotPlan({ id: planId, postIds: [id], place: 'next', confirmWarnings })
  const at = moves.find(({ postId }) => postId === id)?.to
  return { id, held: 0, ...(at !== undefined && { at }) }
}

async function send(editor: DraftEditor): Promise<Sent> {
  const { draft } = editor.view.read()
  const confirmWarnings = [...draft.confirmed]
  if (draft.at !== null) {
    const id = await editor.arm({ scheduledAt: draft.at, saveAsDraft: false, confirmWarnings })
    return { id, held: 0 }
  }
  const held = readUndoSeconds()
  if (held > 0) {
    const scheduledAt = new Date(now() + held * 1_000).toISOString()
    return { id: await editor.arm({ scheduledAt, saveAsDraft: false, confirmWarnings }), held }
  }
  const id = await editor.arm({ scheduledAt: null, confirmWarnings })
  await publishNow(id)
  return { id, held: 0 }
}

/** Publishes immediately. If the response is lost, the post shows whether it is being published. */
async function publishNow(id: string): Promise<void> {
  try {
    await api.publishPostNow({ id })
  } catch (error) {
    if (!(error instanceof PosthornError) || (error.status !== 0 && error.status < 500)) throw error
    const { status } = await api.getPost({ id })
    if (status === 'draft') throw error
  }
}

const key = 'posthorn.undo-seconds'

/** Seconds for which an immediate post may be delayed, so that it can be undone. */
export const undoChoices = [0, 5, 10, 20] as const

export function readUndoSeconds(): number {
  const kept = Number(browserStore.read(key))
  return undoChoices.find((seconds) => seconds === kept) ?? 0
}

export const keepUndoSeconds = (seconds: number): void => browserStore.write(key, String(seconds))
