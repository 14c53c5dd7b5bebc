import { PosthornError } from '@posthorn/sdk'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { api } from '#web/app/api.ts'
import { accountsQuery } from '#web/app/queries.ts'
import type { DraftRoom } from '#web/compose/saving/draft-room.ts'
import { useMessages } from '#web/i18n/index.ts'
import { browserStore } from '#web/lib/browser/storage.ts'
import { now } from '#web/lib/clock.ts'
import { tell, tellFailure } from '#web/ui/toast.tsx'
import { keepChosen } from './usual-accounts.ts'

/** The effect of a press: it sends the post on its way, keeps it as a draft, or changes the planned one. */
export type Intent = 'go' | 'draft'

/** Sends the post on its way and opens its page, where its steps are shown as they happen. */
export function useSubmit(profileId: string, room: DraftRoom) {
  const { compose, shell } = useMessages()
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
    mutationFn: async (intent: Intent) => {
      if (intent === 'draft') return { id: await room.arm({ saveAsDraft: true }), held: 0 }
      return await send(room)
    },
    onSuccess: async ({ id, held }) => {
      const accounts = queries.getQueryData(accountsQuery(profileId).queryKey)
      if (accounts) keepChosen(profileId, accounts, room.view.read().draft.accountIds)
      await room.forget()
      await refresh()
      await navigate({ to: '/p/$profileId/posts/$postId', params: { profileId, postId: id } })
      if (held > 0) tell({ title: compose.goesOutIn(held), undo: { label: shell.undo, run: () => void takeBack(id) } })
    },
  })
}

interface Sent {
  readonly id: string
  /** Seconds for which the post waits, so that it can be taken back. */
  readonly held: number
}

async function send(room: DraftRoom): Promise<Sent> {
  const { draft } = room.view.read()
  const confirmWarnings = [...draft.confirmed]
  if (draft.at !== null) {
    const id = await room.arm({ scheduledAt: draft.at, saveAsDraft: false, confirmWarnings })
    return { id, held: 0 }
  }
  const held = readUndoSeconds()
  if (held > 0) {
    const scheduledAt = new Date(now() + held * 1_000).toISOString()
    return { id: await room.arm({ scheduledAt, saveAsDraft: false, confirmWarnings }), held }
  }
  const id = await room.arm({ scheduledAt: null, confirmWarnings })
  await publishNow(id)
  return { id, held: 0 }
}

/** Publishes at once. If the answer is lost, the post itself tells whether it is on its way. */
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

/** Seconds for which a post that is published at once may wait, so that it can be taken back. */
export const undoChoices = [0, 5, 10, 20] as const

export function readUndoSeconds(): number {
  const kept = Number(browserStore.read(key))
  return undoChoices.find((seconds) => seconds === kept) ?? 0
}

export const keepUndoSeconds = (seconds: number): void => browserStore.write(key, String(seconds))
