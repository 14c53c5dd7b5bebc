import { useMessages } from '#web/i18n/index.ts'
import { formatDistance } from '#web/lib/time.ts'
import { Tag } from '#web/ui/tag.tsx'
import { nameOfCron, saySchedule } from './cron-words.ts'
import { type Cron, toneOf } from './use-crons.ts'

interface RowProps {
  readonly cron: Cron
  readonly onOpen: () => void
}

/** A job: what it does and how often, how its last run ended, and when the next one is. */
export function CronRow({ cron, onOpen }: RowProps) {
  const messages = useMessages('admin')
  const words = messages.admin.crons
  const { name, enabled, missedAt, nextRuns, runs } = cron
  const [last] = runs
  return (
    <li>
      <button
        type="button"
        onClick={onOpen}
        className="grid min-h-14 w-full grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-1 px-4 py-2.5 text-start hover:bg-sunken md:grid-cols-[minmax(0,1fr)_8rem_8.75rem] xl:grid-cols-[minmax(0,1fr)_12rem_9rem]"
      >
        <span className="grid min-w-0 max-md:col-span-2">
          <span className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
            <span className="font-medium">{nameOfCron(name, messages)}</span>
            {!enabled && <Tag tone="quiet">{words.off}</Tag>}
          </span>
          <span className="nums text-ink-3 text-sm">{saySchedule(cron, messages)}</span>
          {missedAt && <span className="text-failed text-sm">{words.missed(formatDistance(missedAt))}</span>}
          {last?.error && last.state !== 'done' && (
            <span className="break-words text-failed text-sm">{words.wentWrong(last.error)}</span>
          )}
        </span>
        <span className="nums flex flex-wrap items-center gap-2 text-ink-3 text-sm">
          {last ? (
            <>
              <Tag tone={toneOf[last.state]}>{words.states[last.state]}</Tag>
              {formatDistance(last.finishedAt ?? last.scheduledFor)}
            </>
          ) : (
            words.neverRan
          )}
        </span>
        <span className="nums text-end text-ink-3 text-sm">
          {nextRuns[0] && words.next(formatDistance(nextRuns[0]))}
        </span>
      </button>
    </li>
  )
}
