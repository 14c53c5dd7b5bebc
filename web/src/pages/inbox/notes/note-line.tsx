import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '#web/app/api.ts'
import { useRights } from '#web/app/rights/rights.ts'
import { useMessages } from '#web/i18n/index.ts'
import { Drawing, Icon } from '#web/icons/icon.tsx'
import { formatDayAndTime } from '#web/lib/time.ts'
import { splitMentions } from '#web/posts/team/mentions.ts'
import { tellFailure } from '#web/ui/toast.tsx'
import { shortAge } from '../short-age.ts'
import { useOwnUid } from '../use-change.ts'
import { lock, type Note } from './notes-query.ts'

interface LineProps {
  readonly profileId: string
  readonly note: Note
}

/** A note of a colleague between the messages, on another ground. */
export function NoteLine({ profileId, note }: LineProps) {
  const { inbox } = useMessages('inbox')
  const words = inbox.notes
  const { mayManage, mayWrite } = useRights()
  const uid = useOwnUid()
  const queries = useQueryClient()
  const { id, author, text, mentions, createdAt } = note
  const remove = useMutation({
    mutationFn: () => api.deleteInboxNote({ id }),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['inbox', profileId] }),
    onError: (error) => tellFailure(words.notDeleted, error),
  })
  const name = author?.name ?? words.former
  return (
    <article
      aria-label={words.noteBy(name)}
      className="mx-auto flex max-w-140 items-start gap-2 rounded-lg bg-brass-tint px-3 py-2 text-brass-ink text-sm"
    >
      <Drawing path={lock} className="mt-0.5 size-4 shrink-0" />
      <p dir="auto" className="wrap-anywhere min-w-0 whitespace-pre-wrap">
        <bdi className="font-semibold">{name}</bdi>{' '}
        <time dateTime={createdAt} title={formatDayAndTime(createdAt)} className="nums text-xs">
          {shortAge(createdAt)}
        </time>
        {'\n'}
        {splitMentions(text, mentions).map((piece, nth) =>
          piece.isMention ? (
            // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of one text, in their order
            <strong key={nth} className="font-semibold">
              {piece.text}
            </strong>
          ) : (
            piece.text
          ),
        )}
      </p>
      {mayWrite && (mayManage || author?.uid === uid) && (
        <button
          type="button"
          aria-label={words.deleteOf(name)}
          title={words.delete}
          aria-busy={remove.isPending}
          onClick={() => remove.isPending || remove.mutate()}
          className="-my-1 -me-1.5 grid size-8 shrink-0 place-items-center rounded-md hover:bg-surface"
        >
          <Icon name="trash" className="size-4" />
        </button>
      )}
    </article>
  )
}
