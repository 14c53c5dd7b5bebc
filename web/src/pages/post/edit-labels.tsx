import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useMessages } from '#web/i18n/index.ts'
import { LabelField } from '#web/posts/labels/label-field.tsx'
import { writeLabels } from '#web/posts/labels/write-labels.ts'
import type { Post } from '#web/posts/post-time.ts'
import { writePost } from '#web/posts/refresh-posts.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog, DialogActions } from '#web/ui/dialog.tsx'
import { ProblemBanner } from '#web/ui/problem-banner.tsx'

/** Changes the labels of a post. Only the difference is saved, so that the labels of others stay. */
export function EditLabels({ post, onClose }: { readonly post: Post; readonly onClose: () => void }) {
  const { labels: words, shell } = useMessages()
  const queries = useQueryClient()
  const [before] = useState<readonly string[]>(post.tags)
  const [names, setNames] = useState(before)
  const save = useMutation({
    mutationFn: () =>
      writePost(post.id, () =>
        writeLabels(post.id, {
          add: names.filter((name) => !before.includes(name)),
          remove: before.filter((name) => !names.includes(name)),
        }),
      ),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: ['post', post.id] })
      onClose()
    },
  })
  return (
    <Dialog title={words.edit} onClose={onClose}>
      <form
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          save.mutate()
        }}
      >
        <LabelField isFirst profileId={post.profileId} label={words.title} value={names} onChange={setNames} />
        {save.error && <ProblemBanner error={save.error} />}
        <DialogActions>
          <Button variant="quiet" onClick={onClose}>
            {shell.cancel}
          </Button>
          <Button type="submit" variant="primary" isBusy={save.isPending}>
            {shell.save}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
