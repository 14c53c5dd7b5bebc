import type { Result } from '@posthorn/sdk'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { type SubmitEvent, useState } from 'react'
import { api } from '#web/app/api.ts'
import { PublishersOnly } from '#web/app/rights/only.tsx'
import { useMessages } from '#web/i18n/index.ts'
import { formatDayAndTime, formatDistance } from '#web/lib/time.ts'
import { Button } from '#web/ui/button.tsx'
import { TextArea } from '#web/ui/form/text-area.tsx'
import { Face } from '#web/ui/marks/face.tsx'
import { ProblemBanner } from '#web/ui/problem-banner.tsx'
import { Tag } from '#web/ui/tag.tsx'

interface CommentsProps {
  readonly postId: string
  readonly comments: readonly Comment[]
  /** True if a link exists whose visitors would read a reply. */
  readonly mayReply: boolean
}

/** The comments of people with a share link, and the replies of the team, oldest first. */
export function ClientComments({ postId, comments, mayReply }: CommentsProps) {
  const { sharing, shell } = useMessages()
  const queries = useQueryClient()
  const remove = useMutation({
    mutationFn: (commentId: string) => api.deletePostComment({ id: postId, commentId }),
    onSettled: () => queries.invalidateQueries({ queryKey: ['post', postId] }),
  })
  if (comments.length === 0 && !mayReply) return null
  return (
    <section aria-label={sharing.comments} className="grid grid-cols-[minmax(0,1fr)] gap-3">
      {comments.length > 0 && (
        <>
          <h3 className="font-medium">{sharing.comments}</h3>
          <ul className="grid grid-cols-[minmax(0,1fr)] gap-4">
            {comments.map(({ id, name, text, fineByMe, isReply, author, createdAt }) => (
              <li key={id} className="flex gap-2.5">
                <Face name={name} url={author?.avatarUrl} size={28} />
                <div className="grid min-w-0 flex-1 grid-cols-[minmax(0,1fr)] gap-0.5">
                  <p className="flex flex-wrap items-center gap-x-2 text-sm">
                    <bdi className="font-medium">{name}</bdi>
                    {isReply && <Tag tone="quiet">{sharing.fromTeam}</Tag>}
                    {fineByMe && <Tag tone="good">{sharing.fine}</Tag>}
                    <time dateTime={createdAt} title={formatDayAndTime(createdAt)} className="text-ink-3 text-xs">
                      {formatDistance(createdAt)}
                    </time>
                  </p>
                  {text && (
                    <p dir="auto" className="wrap-anywhere whitespace-pre-wrap text-sm">
                      {text}
                    </p>
                  )}
                  <PublishersOnly>
                    <div className="-ms-2 flex">
                      <Button
                        variant="quiet"
                        isSmall
                        aria-label={sharing.removeComment(name)}
                        isBusy={remove.isPending && remove.variables === id}
                        onClick={() => remove.mutate(id)}
                      >
                        {shell.remove}
                      </Button>
                    </div>
                  </PublishersOnly>
                </div>
              </li>
            ))}
          </ul>
        </>
      )}
      {remove.error && <ProblemBanner error={remove.error} />}
      {mayReply && <ReplyField postId={postId} />}
    </section>
  )
}

/** A field for a reply to clients. It says who will read it. */
function ReplyField({ postId }: { readonly postId: string }) {
  const { sharing } = useMessages()
  const queries = useQueryClient()
  const [text, setText] = useState('')
  const reply = useMutation({
    mutationFn: () => api.replyToPostComments({ id: postId, text: text.trim() }),
    onSuccess: () => {
      setText('')
      return queries.invalidateQueries({ queryKey: ['post', postId] })
    },
  })
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (text.trim() !== '' && !reply.isPending) reply.mutate()
  }
  return (
    <form className="grid grid-cols-[minmax(0,1fr)] gap-2" onSubmit={submit}>
      <TextArea
        label={sharing.reply}
        hint={sharing.replyHint}
        className="min-h-16"
        dir="auto"
        maxLength={2_000}
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      {reply.error && <ProblemBanner error={reply.error} />}
      <div className="flex justify-end">
        <Button type="submit" isSmall isBusy={reply.isPending}>
          {sharing.sendReply}
        </Button>
      </div>
    </form>
  )
}

type Comment = Result<'listPostComments'>[number]

export const commentsQuery = (postId: string) =>
  queryOptions({ queryKey: ['post', postId, 'comments'], queryFn: () => api.listPostComments({ id: postId }) })
