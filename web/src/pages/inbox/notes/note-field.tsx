import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '#web/app/api.ts'
import { useMessages } from '#web/i18n/index.ts'
import { CommentField } from '#web/posts/team/comment-field.tsx'
import { Button } from '#web/ui/button.tsx'
import { notesQuery } from './notes-query.ts'

interface FieldProps {
  readonly profileId: string
  readonly conversationId: string
  /** Returns to the field for replies. */
  readonly onClose: () => void
}

/** A field for a note to colleagues, in place of the one for replies. */
export function NoteField({ profileId, conversationId, onClose }: FieldProps) {
  const { inbox } = useMessages('inbox')
  const words = inbox.notes
  const queries = useQueryClient()
  const add = useMutation({
    mutationFn: (note: { readonly text: string; readonly mentions: string[] }) =>
      api.createInboxNote({ id: conversationId, ...note }),
    onSuccess: (note) => {
      queries.setQueryData(notesQuery(profileId, conversationId).queryKey, (known) => [...(known ?? []), note])
      void queries.invalidateQueries({ queryKey: ['inbox', profileId] })
      onClose()
    },
  })
  return (
    <div className="mx-4 mb-4 rounded-lg bg-brass-tint p-3 ring-1 ring-line-2">
      <CommentField
        profileId={profileId}
        label={words.label}
        action={words.add}
        hasFocus
        error={add.error}
        onSend={add.mutateAsync}
        cancel={
          <Button isSmall variant="quiet" onClick={onClose}>
            {words.cancel}
          </Button>
        }
      />
    </div>
  )
}
