import { api } from '#web/app/api.ts'
import { useMessages } from '#web/i18n/index.ts'
import { refreshPosts } from '#web/posts/refresh-posts.ts'
import { tell, tellFailure } from '#web/ui/toast.tsx'
import { type LastEdit, lastEdit } from './last-edit.ts'

/** Returns a function that undoes an edit of many posts. */
export function useUndoEdit(): (edit: LastEdit) => Promise<void> {
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
