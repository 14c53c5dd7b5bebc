import { useState } from 'react'
import { toLocalInput } from '#web/compose/draft.ts'
import { useMessages } from '#web/i18n/index.ts'
import type { Post } from '#web/posts/post-time.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { useMove } from './use-move.ts'

/** Asks for another time: the way to move a post without dragging it. */
export function MoveDialog({ post, onClose }: { readonly post: Post; readonly onClose: () => void }) {
  const { calendar, posts, shell } = useMessages()
  const move = useMove()
  const [at, setAt] = useState(toLocalInput(new Date(post.scheduledAt ?? Date.now())))
  return (
    <Dialog title={posts.moveTo} onClose={onClose}>
      <form
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          void move(post, new Date(at))
          onClose()
        }}
      >
        <Field
          label={calendar.newTime}
          type="datetime-local"
          required
          min={toLocalInput(new Date())}
          value={at}
          onChange={(event) => setAt(event.target.value)}
        />
        <div className="flex justify-end gap-2">
          <Button look="quiet" onClick={onClose}>
            {shell.cancel}
          </Button>
          <Button type="submit" look="primary">
            {shell.save}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
