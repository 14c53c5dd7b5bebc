import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '#web/app/api.ts'
import { useRights } from '#web/app/rights/rights.ts'
import { openArea } from '#web/i18n/frame.ts'
import { useMessages } from '#web/i18n/index.ts'
import { type LabelChange, writeLabels } from '#web/posts/labels/write-labels.ts'
import { isEditable, type Post } from '#web/posts/post-time.ts'
import { refreshPosts } from '#web/posts/refresh-posts.ts'
import { useTrash } from '#web/posts/use-trash.ts'
import { Button } from '#web/ui/button.tsx'
import { makeLatePart } from '#web/ui/late/late-part.tsx'
import { explain } from '#web/ui/problem/explain.ts'
import { tell } from '#web/ui/toast.tsx'
import { editTexts } from '../edit/edit-texts.ts'
import type { Tab } from '../posts-search.ts'
import { LabelDialog } from './label-dialog.tsx'
import { ShiftDialog } from './shift-dialog.tsx'

/** Most users never open it. Its texts come with it. */
const EditDialog = makeLatePart(async () => {
  await openArea('edits', editTexts)
  return (await import('../edit/edit-dialog.tsx')).EditDialog
})

interface BarProps {
  readonly profileId: string
  readonly tab: Tab
  readonly posts: readonly Post[]
  /** Selects all posts that the filters match. Null if they are selected. */
  readonly onSelectAll: (() => Promise<void>) | null
  /** The words of the button that does. */
  readonly selectAll: string
  readonly onDone: () => void
}

const canRetry = ({ targets }: Post): boolean => targets.some(({ status }) => status === 'failed')

/**
 * The actions for all selected posts at once. Each applies to the posts that the user may change so, and is omitted if
 * there are none.
 */
export function BulkBar({ profileId, tab, posts, onSelectAll, selectAll: selectAllWords, onDone }: BarProps) {
  const { bulk, labels, queue } = useMessages()
  const { moveToTrash } = useTrash()
  const { isBusy, run } = useBulk(onDone)
  const [isShifting, setShifting] = useState(false)
  const [isLabeling, setLabeling] = useState(false)
  const [isEditing, setEditing] = useState(false)
  const [isSelecting, setSelecting] = useState(false)
  const selectAll = async () => {
    setSelecting(true)
    await onSelectAll?.()
    setSelecting(false)
  }
  const { mayChange, mayPublish, maySubmit } = useRights()
  const changeable = posts.filter(mayChange)
  const failed = mayPublish ? posts.filter(canRetry) : []
  const planned = changeable.filter((post) => isEditable(post) && post.scheduledAt !== null)
  const drafts = maySubmit ? posts.filter(({ status, targets }) => status === 'draft' && targets.length > 0) : []
  return (
    <section
      aria-label={bulk.selected(posts.length)}
      className="sticky bottom-18 z-10 flex flex-wrap items-center gap-2 rounded-lg border border-line-strong bg-surface p-2 ps-4 shadow-lg md:bottom-4"
    >
      <p role="status" className="nums me-auto font-medium max-sm:basis-full">
        {bulk.selected(posts.length)}
      </p>
      {onSelectAll && (
        <Button variant="quiet" isBusy={isSelecting} onClick={() => void selectAll()}>
          {selectAllWords}
        </Button>
      )}
      {tab === 'trash' ? (
        <Button isBusy={isBusy} onClick={() => void run('restore', posts)}>
          {bulk.restore}
        </Button>
      ) : (
        <>
          {failed.length > 0 && (
            <Button isBusy={isBusy} onClick={() => void run('retry', failed)}>
              {bulk.retry}
            </Button>
          )}
          {drafts.length > 0 && (
            <Button isBusy={isBusy} onClick={() => void run('queue', drafts)}>
              {queue.planDrafts(drafts.length)}
            </Button>
          )}
          {changeable.length > 0 && (
            <Button disabled={isBusy} onClick={() => setEditing(true)}>
              {bulk.edit}
            </Button>
          )}
          {planned.length > 0 && (
            <Button disabled={isBusy} onClick={() => setShifting(true)}>
              {bulk.shift}
            </Button>
          )}
          {changeable.length > 0 && (
            <Button disabled={isBusy} onClick={() => setLabeling(true)}>
              {labels.bulk.action}
            </Button>
          )}
          <Button isBusy={isBusy} onClick={() => void run('duplicate', posts)}>
            {bulk.duplicate}
          </Button>
          {changeable.length > 0 && (
            <Button
              variant="danger"
              disabled={isBusy}
              onClick={() => {
                onDone()
                void moveToTrash(changeable)
              }}
            >
              {bulk.trash}
            </Button>
          )}
        </>
      )}
      <Button variant="quiet" onClick={onDone}>
        {bulk.clear}
      </Button>
      {isEditing && (
        <EditDialog profileId={profileId} posts={changeable} onClose={() => setEditing(false)} onDone={onDone} />
      )}
      {isLabeling && (
        <LabelDialog
          posts={changeable}
          onLabel={(change) => void run('label', changeable, change)}
          onClose={() => setLabeling(false)}
        />
      )}
      {isShifting && (
        <ShiftDialog onShift={(byMs) => void run('shift', planned, { byMs })} onClose={() => setShifting(false)} />
      )}
    </section>
  )
}

type Change = 'restore' | 'duplicate' | 'retry' | 'shift' | 'label' | 'queue'

/** The details of a change: by how much to move posts, and the labels to add and to remove. */
interface Details extends Partial<LabelChange> {
  readonly byMs?: number
}

/** Applies one change to one post. The changes are independent: if one is refused, the others still apply. */
const changeOne = (change: Change, { id, status, scheduledAt }: Post, details: Details): Promise<unknown> => {
  switch (change) {
    case 'restore':
      return api.restorePost({ id })
    case 'duplicate':
      return api.duplicatePost({ id })
    case 'retry':
      return api.retryPost({ id })
    case 'shift': {
      const at = new Date(Date.parse(scheduledAt ?? '') + (details.byMs ?? 0)).toISOString()
      return api.updatePost({ id, scheduledAt: at, ...(status === 'draft' && { saveAsDraft: true }) })
    }
    case 'queue':
      return api.updatePost({ id, slot: { place: 'next' } })
    case 'label':
      return writeLabels(id, details)
  }
}

/** The number of parallel requests: enough to be fast, and few enough not to block other requests. */
const atOnce = 5

/** Changes many posts, and reports how many were changed and why others were not. */
function useBulk(onDone: () => void) {
  const messages = useMessages()
  const { bulk, labels, queue, shell } = messages
  const queries = useQueryClient()
  const [isBusy, setBusy] = useState(false)
  const run = async (change: Change, posts: readonly Post[], details: Details = {}) => {
    setBusy(true)
    const outcomes: PromiseSettledResult<unknown>[] = []
    // Posting times are given in the order of the list.
    const together = change === 'queue' ? 1 : atOnce
    for (let from = 0; from < posts.length; from += together) {
      const part = posts.slice(from, from + together)
      outcomes.push(...(await Promise.allSettled(part.map((post) => changeOne(change, post, details)))))
    }
    if (change === 'duplicate') await queries.invalidateQueries({ queryKey: ['posts'] })
    else await refreshPosts(posts.map(({ id }) => id))
    setBusy(false)
    onDone()
    const refused = outcomes.filter((outcome) => outcome.status === 'rejected')
    const reason: unknown = refused[0]?.reason
    const sayDone = change === 'label' ? labels.bulk.done : change === 'queue' ? queue.plan.done : bulk.done[change]
    tell({
      title: sayDone(outcomes.length - refused.length),
      detail:
        reason instanceof Error ? `${bulk.notDone(refused.length)}: ${explain(reason, messages).text}` : undefined,
      ...(change === 'queue' &&
        refused.length < outcomes.length && {
          undo: {
            label: shell.undo,
            run: () => void unqueue(posts.filter((_, nth) => outcomes[nth]?.status === 'fulfilled')),
          },
        }),
    })
  }
  return { isBusy, run }
}

/** Makes posts drafts again, with the times that they had. */
async function unqueue(posts: readonly Post[]): Promise<void> {
  await Promise.allSettled(
    posts.map(({ id, scheduledAt }) => api.updatePost({ id, scheduledAt, ...(scheduledAt && { saveAsDraft: true }) })),
  )
  await refreshPosts(posts.map(({ id }) => id))
}
