import { type ReactNode, useState } from 'react'
import { useMessages } from '#web/i18n/index.ts'
import { formatDayAndTime, formatDistance } from '#web/lib/time.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { Face } from '#web/ui/marks/face.tsx'
import { CommentField } from './comment-field.tsx'
import { splitMentions } from './mentions.ts'
import { useChange, useRemove } from './team-calls.ts'
import type { TeamComment } from './team-comment.ts'

interface LineProps {
  readonly profileId: string
  readonly comment: TeamComment
  readonly isOwn: boolean
  readonly mayRemove: boolean
  readonly mayWrite: boolean
  /** True for the comment that a notice or an email leads to. */
  readonly isWanted: boolean
  /** More buttons, such as the one for a reply. */
  readonly children: ReactNode
}

/** A comment: who wrote it, when and what. Its author can edit it; they and admins can delete it. */
export function CommentLine({ profileId, comment, isOwn, mayRemove, mayWrite, isWanted, children }: LineProps) {
  const { team, shell } = useMessages('team')
  const { id, author, text, mentions, createdAt, editedAt } = comment
  const change = useChange(comment)
  const remove = useRemove(comment)
  const [isEditing, setEditing] = useState(false)
  const [isAsking, setAsking] = useState(false)
  const name = author?.name ?? team.former
  return (
    <article
      id={id}
      tabIndex={-1}
      aria-label={name}
      className={`flex gap-2.5 rounded-md ${isWanted ? '-mx-2 -my-2 bg-brand-tint p-2' : ''}`}
    >
      <Face name={name} url={author?.avatarUrl} size={28} />
      <div className="grid min-w-0 flex-1 grid-cols-[minmax(0,1fr)] gap-0.5">
        <p className="flex flex-wrap items-baseline gap-x-2 text-sm">
          <bdi className="font-medium">{name}</bdi>
          <time dateTime={createdAt} title={formatDayAndTime(createdAt)} className="text-ink-3 text-xs">
            {formatDistance(createdAt)}
          </time>
          {editedAt !== null && text !== null && <span className="text-ink-3 text-xs">{team.edited}</span>}
        </p>
        {isEditing && text !== null ? (
          <CommentField
            profileId={profileId}
            label={team.editLabel}
            action={team.save}
            text={text}
            hasFocus
            error={change.error}
            onSend={async (words) => {
              await change.mutateAsync(words)
              setEditing(false)
            }}
            cancel={
              <Button variant="quiet" isSmall onClick={() => setEditing(false)}>
                {shell.cancel}
              </Button>
            }
          />
        ) : text === null ? (
          <p className="text-ink-3 text-sm">{team.deleted}</p>
        ) : (
          <p dir="auto" className="wrap-anywhere whitespace-pre-wrap text-sm">
            {splitMentions(text, mentions).map((piece, nth) =>
              piece.isMention ? (
                // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of one text, in their order
                <strong key={nth} className="font-medium text-brand">
                  {piece.text}
                </strong>
              ) : (
                piece.text
              ),
            )}
          </p>
        )}
        {!isEditing && (
          <div className="-ms-2 flex flex-wrap items-center">
            {children}
            {isOwn && mayWrite && text !== null && (
              <Button variant="quiet" isSmall onClick={() => setEditing(true)}>
                {team.edit}
              </Button>
            )}
            {mayRemove && text !== null && (
              <Button variant="quiet" isSmall aria-label={team.removeOf(name)} onClick={() => setAsking(true)}>
                {team.remove}
              </Button>
            )}
          </div>
        )}
      </div>
      {isAsking && (
        <ConfirmDialog
          title={team.removeTitle}
          lead={team.removeLead}
          action={team.remove}
          isBusy={remove.isPending}
          error={remove.error}
          onConfirm={() => remove.mutate(undefined, { onSuccess: () => setAsking(false) })}
          onClose={() => setAsking(false)}
        />
      )}
    </article>
  )
}
