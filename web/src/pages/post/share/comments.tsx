import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '#web/app/api.ts'
import { useMessages } from '#web/i18n/index.ts'
import { formatDistance } from '#web/lib/time.ts'
import { Button } from '#web/ui/button.tsx'
import { Tag } from '#web/ui/tag.tsx'
import type { Comment } from './share-queries.ts'

interface CommentsProps {
  readonly postId: string
  readonly comments: readonly Comment[]
}

/** The comments of people who had a link, the oldest first. */
export function Comments({ postId, comments }: CommentsProps) {
  const { sharing, shell } = useMessages()
  const queries = useQueryClient()
  const remove = useMutation({
    mutationFn: (commentId: string) => api.deletePostComment({ id: postId, commentId }),
    onSettled: () => queries.invalidateQueries({ queryKey: ['post', postId] }),
  })
  return (
    <section aria-label={sharing.comments} className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <h3 className="font-medium">{sharing.comments}</h3>
      <ul className="grid grid-cols-[minmax(0,1fr)] gap-3">
        {comments.map(({ id, name, text, fineByMe, createdAt }) => (
          <li key={id} className="grid gap-1 rounded-md bg-sunken px-3 py-2">
            <p className="flex flex-wrap items-center gap-2">
              <bdi className="font-medium">{name}</bdi>
              {fineByMe && <Tag tone="good">{sharing.fine}</Tag>}
              <span className="me-auto text-ink-3 text-sm">{formatDistance(createdAt)}</span>
              <Button
                look="quiet"
                aria-label={sharing.removeComment(name)}
                isBusy={remove.isPending && remove.variables === id}
                onClick={() => remove.mutate(id)}
              >
                {shell.remove}
              </Button>
            </p>
            {text && (
              <p dir="auto" className="whitespace-pre-wrap break-words">
                {text}
              </p>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
