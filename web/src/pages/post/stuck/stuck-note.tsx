import { useEffect, useState } from 'react'
import { PublishersOnly } from '#web/app/rights/only.tsx'
import type { Account } from '#web/compose/draft/draft.ts'
import { useMessages } from '#web/i18n/index.ts'
import { now as serviceNow } from '#web/lib/clock.ts'
import { formatDayAndTime } from '#web/lib/time.ts'
import { isAhead, type Post } from '#web/posts/post-time.ts'
import { Button } from '#web/ui/button.tsx'
import type { Walk } from '../walk/walk.ts'
import { StuckDialog } from './stuck-dialog.tsx'

/** The time after which the service accepts a report. */
const stuckAfterMs = 5 * 60_000

interface NoteProps {
  readonly post: Post
  readonly walks: readonly Walk[]
  readonly accounts: readonly Account[]
}

/** Shows that a post takes longer than usual, after five minutes in progress, and opens a report on it. */
export function StuckNote({ post, walks, accounts }: NoteProps) {
  const { stuck } = useMessages()
  const [isOpen, setOpen] = useState(false)
  if (!useStuck(post)) return null
  return (
    <section
      aria-labelledby="stuck"
      className="flex flex-wrap items-center gap-x-4 gap-y-3 rounded-lg border border-held/40 bg-held/10 p-4"
    >
      <div className="min-w-0 flex-1 basis-64">
        <h2 id="stuck" className="font-semibold">
          {stuck.title}
        </h2>
        <p className="text-ink-2">{stuck.lead(formatDayAndTime(post.statusSince))}</p>
      </div>
      <PublishersOnly>
        <Button onClick={() => setOpen(true)}>{stuck.open}</Button>
      </PublishersOnly>
      {isOpen && <StuckDialog post={post} walks={walks} accounts={accounts} onClose={() => setOpen(false)} />}
    </section>
  )
}

const over: ReadonlySet<string> = new Set(['published', 'failed', 'unknown', 'cancelled'])
const isOver = ({ status }: Post['targets'][number]): boolean => over.has(status)

/** True once the post has been in progress for too long. */
function useStuck({ status, statusSince, targets }: Post): boolean {
  const waits = targets.some(isAhead) && targets.every((target) => isAhead(target) || isOver(target))
  const isUnderWay = (status === 'queued' || status === 'publishing') && !waits
  const at = Date.parse(statusSince) + stuckAfterMs
  const [now, setNow] = useState(serviceNow)
  useEffect(() => {
    const leftMs = at - serviceNow()
    if (!isUnderWay || leftMs <= 0) return setNow(serviceNow())
    const timer = setTimeout(() => setNow(serviceNow()), leftMs + 1_000)
    return () => clearTimeout(timer)
  }, [at, isUnderWay])
  return isUnderWay && now > at
}
