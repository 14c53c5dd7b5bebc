import { useMutation } from '@tanstack/react-query'
import { useEffect } from 'react'
import { api } from '#web/app/api.ts'
import { useMessages } from '#web/i18n/index.ts'
import { Icon } from '#web/icons/icon.tsx'
import { now } from '#web/lib/clock.ts'
import { formatTime } from '#web/lib/time.ts'
import { refreshPosts } from '#web/posts/refresh-posts.ts'
import { Button, iconButtonStyle } from '#web/ui/button.tsx'
import { tell, tellFailure } from '#web/ui/toast.tsx'
import { type LastEdit, lastEdit } from './last-edit.ts'

/** Offers to undo the latest edit of many posts, as long as the service can. */
export function LastEditBar({ edit }: { readonly edit: LastEdit }) {
  const { edits, shell } = useMessages('edits')
  const undo = useMutation({ mutationFn: useUndoEdit() })
  useEffect(() => {
    const dismiss = () => lastEdit.read() === edit && lastEdit.write(null)
    const timer = setTimeout(dismiss, Math.max(0, Date.parse(edit.until) - now()))
    return () => clearTimeout(timer)
  }, [edit])
  return (
    <section
      aria-label={edits.done(edit.count)}
      className="flex items-center gap-2 rounded-lg bg-surface py-1.5 ps-4 pe-2 shadow-1 ring-1 ring-line"
    >
      <p className="nums me-auto flex min-w-0 flex-wrap gap-x-3">
        <span className="font-medium">{edits.done(edit.count)}</span>
        <span className="text-ink-2">{edits.undoable(formatTime(edit.until))}</span>
      </p>
      <Button isBusy={undo.isPending} onClick={() => undo.mutate(edit)}>
        {shell.undo}
      </Button>
      <button type="button" aria-label={shell.close} onClick={() => lastEdit.write(null)} className={iconButtonStyle}>
        <Icon name="close" className="size-4" />
      </button>
    </section>
  )
}

/** Returns a function that undoes an edit of many posts. */
function useUndoEdit(): (edit: LastEdit) => Promise<void> {
  const { edits } = useMessages('edits')
  return async (edit) => {
    try {
      const { succeeded, failed } = await api.undoEditPosts({ batchId: edit.batchId })
      if (lastEdit.read()?.batchId === edit.batchId) lastEdit.write(null)
      await refreshPosts(edit.postIds)
      tell({ title: edits.undone(succeeded), detail: failed > 0 ? edits.refused(failed) : undefined })
    } catch (error) {
      if (error instanceof Error) tellFailure(edits.notUndone, error)
    }
  }
}
