import { useMessages } from '#web/i18n/index.ts'
import type { Status } from '#web/ui/marks/status-badge.tsx'

const steps = ['queued', 'publishing', 'published'] as const

/** The number of steps that are behind a target in this state. */
const reached: Readonly<Partial<Record<Status, number>>> = {
  queued: 0,
  publishing: 1,
  processing: 1,
  published: 3,
}

/** The way of a post to a network, as a line that fills while it goes. */
export function Track({ status }: { readonly status: Status }) {
  const { shell } = useMessages()
  const done = reached[status]
  if (done === undefined) return null
  return (
    <ol className="grid grid-cols-3 gap-1.5">
      {steps.map((step, nth) => {
        const isDone = nth < done
        const isNow = nth === done
        return (
          <li key={step} className="grid gap-1" aria-current={isNow ? 'step' : undefined}>
            <span
              className={`h-1 rounded-full transition-colors duration-240 ${
                isDone ? 'bg-published' : isNow ? 'animate-pulse bg-publishing' : 'bg-line'
              }`}
            />
            <span className={`text-xs ${isDone || isNow ? 'text-ink-2' : 'text-ink-3'}`}>
              {shell.post.target[step]}
            </span>
          </li>
        )
      })}
    </ol>
  )
}
