import { useState } from 'react'
import { useMessages } from '#web/i18n/index.ts'
import { isEditable, type Post } from '#web/posts/post-time.ts'
import { useTrash } from '#web/posts/use-trash.ts'
import { Button } from '#web/ui/button.tsx'
import type { Tab } from '../posts-search.ts'
import { ShiftDialog } from './shift-dialog.tsx'
import { useBulk } from './use-bulk.ts'

interface BarProps {
  readonly tab: Tab
  readonly posts: readonly Post[]
  readonly onDone: () => void
}

const canRetry = ({ targets }: Post): boolean => targets.some(({ status }) => status === 'failed')

/** All that can be done with the selected posts at once. Actions that none of them allows are left out. */
export function BulkBar({ tab, posts, onDone }: BarProps) {
  const { bulk } = useMessages()
  const { moveToTrash } = useTrash()
  const { isBusy, run } = useBulk(onDone)
  const [isShifting, setShifting] = useState(false)
  const failed = posts.filter(canRetry)
  const planned = posts.filter((post) => isEditable(post) && post.scheduledAt !== null)
  return (
    <section
      aria-label={bulk.selected(posts.length)}
      className="sticky bottom-18 z-10 flex flex-wrap items-center gap-2 rounded-lg border border-line-strong bg-surface p-2 ps-4 shadow-lg md:bottom-4"
    >
      <p role="status" className="nums me-auto font-medium max-sm:basis-full">
        {bulk.selected(posts.length)}
      </p>
      {tab === 'trash' ? (
        <Button isBusy={isBusy} onClick={() => void run('restore', posts)}>
          {bulk.restore}
        </Button>
      ) : (
        <>
          {failed.length > 0 && (
            <Button isBusy={isBusy} onClick={() => void run('retry', failed)}>
              {bulk.retry}
            </Button>
          )}
          {planned.length > 0 && (
            <Button disabled={isBusy} onClick={() => setShifting(true)}>
              {bulk.shift}
            </Button>
          )}
          <Button isBusy={isBusy} onClick={() => void run('duplicate', posts)}>
            {bulk.duplicate}
          </Button>
          <Button
            look="danger"
            disabled={isBusy}
            onClick={() => {
              onDone()
              void moveToTrash(posts)
            }}
          >
            {bulk.trash}
          </Button>
        </>
      )}
      <Button look="quiet" onClick={onDone}>
        {bulk.clear}
      </Button>
      {isShifting && (
        <ShiftDialog onShift={(byMs) => void run('shift', planned, byMs)} onClose={() => setShifting(false)} />
      )}
    </section>
  )
}
