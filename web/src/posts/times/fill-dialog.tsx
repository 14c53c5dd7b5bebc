import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { api } from '#web/app/api.ts'
import { useMessages } from '#web/i18n/index.ts'
import { formatDayAndTime } from '#web/lib/time.ts'
import { PostNetworks } from '#web/posts/post-networks.tsx'
import type { Post } from '#web/posts/post-time.ts'
import { Button, buttonStyle } from '#web/ui/button.tsx'
import { Dialog, DialogActions } from '#web/ui/dialog.tsx'
import { OneLine } from '#web/ui/one-line.tsx'
import { isRefusal } from '#web/ui/problem/problem-kind.ts'
import { ProblemBanner } from '#web/ui/problem-banner.tsx'
import { tell } from '#web/ui/toast.tsx'

interface FillProps {
  readonly profileId: string
  readonly planId: string
  readonly at: string
  readonly drafts: readonly Post[]
  readonly onClose: () => void
}

interface Choice {
  readonly postId: string
  readonly isConfirmed: boolean
}

/** Fills a free time of the queue with a draft, or with a new post. */
export function FillDialog({ profileId, planId, at, drafts, onClose }: FillProps) {
  const { shell, slots } = useMessages()
  const queries = useQueryClient()
  const when = formatDayAndTime(at)
  const fill = useMutation({
    mutationFn: ({ postId, isConfirmed }: Choice) =>
      api.addToSlotPlan({ id: planId, postIds: [postId], at, ...(isConfirmed && { confirmWarnings: true }) }),
    onSuccess: async () => {
      await Promise.all(['posts', 'post', 'stats'].map((key) => queries.invalidateQueries({ queryKey: [key] })))
      tell({ title: slots.filled(when) })
      onClose()
    },
  })
  const { error, variables } = fill
  const isWarned = isRefusal(error, 'warnings_unconfirmed')
  return (
    <Dialog title={slots.fillAt(when)} lead={slots.fillLead} onClose={onClose}>
      {drafts.length > 0 && (
        <ul
          aria-label={slots.drafts}
          className="max-h-72 divide-y divide-line overflow-y-auto rounded-md border border-line"
        >
          {drafts.map((draft) => (
            <li key={draft.id}>
              <button
                type="button"
                onClick={() => fill.mutate({ postId: draft.id, isConfirmed: false })}
                className="flex min-h-11 w-full items-center gap-3 px-3 py-1.5 text-start -outline-offset-2 hover:bg-sunken"
              >
                <OneLine className="flex-1">{draft.content || shell.post.untitled}</OneLine>
                <PostNetworks post={draft} />
              </button>
            </li>
          ))}
        </ul>
      )}
      {error && <ProblemBanner error={error} />}
      <DialogActions>
        <Button variant="quiet" onClick={onClose}>
          {shell.cancel}
        </Button>
        {isWarned && variables && (
          <Button isBusy={fill.isPending} onClick={() => fill.mutate({ ...variables, isConfirmed: true })}>
            {slots.confirm}
          </Button>
        )}
        <Link to="/p/$profileId/compose" params={{ profileId }} search={{ at }} className={buttonStyle('primary')}>
          {shell.newPost}
        </Link>
      </DialogActions>
    </Dialog>
  )
}
