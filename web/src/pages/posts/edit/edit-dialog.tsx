import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '#web/app/api.ts'
import { useMessages } from '#web/i18n/index.ts'
import type { Post } from '#web/posts/post-time.ts'
import { refreshPosts } from '#web/posts/refresh-posts.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog, DialogActions } from '#web/ui/dialog.tsx'
import { ProblemBanner } from '#web/ui/problem-banner.tsx'
import { tell } from '#web/ui/toast.tsx'
import { ChangesForm } from './changes-form.tsx'
import { type Choices, type Edited, isNothing, noChoices, toChanges } from './choices.ts'
import { lastEdit } from './last-edit.ts'
import { ReviewTable } from './review-table.tsx'

interface DialogProps {
  readonly profileId: string
  readonly posts: readonly Post[]
  readonly onClose: () => void
  /** Runs after the posts were changed. */
  readonly onDone: () => void
}

/** Edits many posts: the changes are chosen, then reviewed post by post, then applied. */
export function EditDialog({ profileId, posts, onClose, onDone }: DialogProps) {
  const { edits, shell } = useMessages('edits')
  const [choices, setChoices] = useState<Choices>(noChoices)
  const [isAccepting, setAccepting] = useState(false)
  const [review, setReview] = useState<Edited | null>(null)
  const dryRun = useMutation({
    mutationFn: (confirmWarnings: boolean) =>
      api.editPosts({
        posts: posts.map(({ id }) => ({ postId: id })),
        changes: toChanges(choices),
        confirmWarnings,
        dryRun: true,
      }),
    onSuccess: setReview,
  })
  const edit = useEdit(profileId, choices, isAccepting, onDone)
  const problem = edit.error ?? dryRun.error
  const changing = review?.results.filter(({ outcome }) => outcome === 'changed') ?? []
  if (!review) {
    return (
      <Dialog title={edits.title(posts.length)} lead={edits.lead} isWide onClose={onClose}>
        <form
          className="grid grid-cols-[minmax(0,1fr)] gap-5"
          onSubmit={(event) => {
            event.preventDefault()
            dryRun.mutate(isAccepting)
          }}
        >
          <ChangesForm profileId={profileId} posts={posts} choices={choices} onChange={setChoices} />
          {dryRun.error && <ProblemBanner error={dryRun.error} />}
          <DialogActions>
            <Button variant="quiet" onClick={onClose}>
              {shell.cancel}
            </Button>
            <Button type="submit" variant="primary" disabled={isNothing(choices)} isBusy={dryRun.isPending}>
              {edits.review}
            </Button>
          </DialogActions>
        </form>
      </Dialog>
    )
  }
  return (
    <Dialog title={edits.reviewTitle} isWide onClose={onClose}>
      <ReviewTable
        profileId={profileId}
        posts={posts}
        review={review}
        isAccepting={isAccepting}
        onAccept={(next) => {
          setAccepting(next)
          dryRun.mutate(next)
        }}
      />
      {problem && <ProblemBanner error={problem} />}
      <DialogActions>
        <Button variant="quiet" onClick={() => setReview(null)}>
          {edits.back}
        </Button>
        <Button
          variant="primary"
          disabled={changing.length === 0}
          isBusy={edit.isPending || dryRun.isPending}
          onClick={() => edit.mutate(changing)}
        >
          {edits.apply(changing.length)}
        </Button>
      </DialogActions>
    </Dialog>
  )
}

/** Applies the reviewed changes to the posts as they were reviewed. The bar above the list then offers to undo them. */
function useEdit(profileId: string, choices: Choices, confirmWarnings: boolean, onDone: () => void) {
  const { edits } = useMessages('edits')
  return useMutation({
    mutationFn: (rows: Edited['results']) =>
      api.editPosts({
        posts: rows.map(({ postId, etag }) => ({ postId, ...(etag !== null && { etag }) })),
        changes: toChanges(choices),
        confirmWarnings,
      }),
    onSuccess: async ({ batchId, undoUntil, succeeded, failed, results }) => {
      const ids = results.map(({ postId }) => postId)
      await refreshPosts(ids)
      const edit =
        batchId && undoUntil ? { profileId, batchId, postIds: ids, count: succeeded, until: undoUntil } : null
      lastEdit.write(edit)
      tell({
        title: edits.done(succeeded),
        detail: failed > 0 ? edits.refused(failed) : undefined,
      })
      onDone()
    },
  })
}
