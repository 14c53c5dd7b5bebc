import { useMessages } from '#web/i18n/index.ts'
import { formatDayAndTime } from '#web/lib/time.ts'
import { RowList } from '#web/ui/card.tsx'
import { Tag } from '#web/ui/tag.tsx'
import { type SelfTestRun, toneOf } from './use-self-tests.ts'

interface ListProps {
  readonly runs: readonly SelfTestRun[]
  readonly onOpen: (runId: string) => void
}

/** The last runs, the newest first. */
export function RunList({ runs, onOpen }: ListProps) {
  const words = useMessages('admin').admin.selfTests
  if (runs.length === 0) return <p className="text-ink-3">{words.noRuns}</p>
  return (
    <RowList label={words.runs}>
      {runs.map(({ id, status, names, results, createdAt }) => (
        <li key={id}>
          <button
            type="button"
            onClick={() => onOpen(id)}
            className="flex min-h-12 w-full flex-wrap items-center gap-x-4 gap-y-1 px-4 py-2.5 text-start hover:bg-sunken"
          >
            <span className="nums flex-1 basis-40 font-medium">{formatDayAndTime(createdAt)}</span>
            <span className="nums text-ink-3 text-sm">
              {words.outcome(results.filter(({ ok }) => ok).length, names.length)}
            </span>
            <Tag tone={toneOf[status]}>{words.states[status]}</Tag>
          </button>
        </li>
      ))}
    </RowList>
  )
}
