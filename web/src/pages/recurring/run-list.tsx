import { useState } from 'react'
import { PublishersOnly } from '#web/app/rights/only.tsx'
import { useMessages } from '#web/i18n/index.ts'
import { Icon } from '#web/icons/icon.tsx'
import { formatDayAndTime } from '#web/lib/time.ts'
import { TimeDialog } from '#web/posts/time-dialog.tsx'
import { iconButtonStyle } from '#web/ui/button.tsx'
import { Menu, MenuItem } from '#web/ui/menu.tsx'
import { ZonedTime } from '#web/ui/zone/zoned-time.tsx'
import type { Rule } from './form/rule-form.ts'
import { useRuleChange } from './use-rule-change.ts'

/** The next times of a rule. Each can be skipped or moved without changing the others. */
export function RunList({ rule }: { readonly rule: Rule }) {
  const { recurring } = useMessages()
  const runs = listRuns(rule)
  if (runs.length === 0) return <p className="text-ink-3 text-sm">{recurring.noRuns}</p>
  return (
    <ol aria-label={recurring.nextRuns} className="divide-y divide-line border-line border-t">
      {runs.map((run) => (
        <RunRow key={run.at} rule={rule} run={run} />
      ))}
    </ol>
  )
}

function RunRow({ rule, run: { at, runsAt, isSkipped } }: { readonly rule: Rule; readonly run: Run }) {
  const { recurring } = useMessages()
  const change = useRuleChange()
  const [isMoving, setMoving] = useState(false)
  const when = formatDayAndTime(runsAt)
  const isMoved = runsAt !== at
  const put = (params: { skipped: boolean } | { movedTo: string | null }) =>
    void change((api) => api.changeRecurringOccurrence({ id: rule.id, at, ...params }))
  return (
    <li className="flex min-h-11 items-center gap-3 ps-4 pe-2">
      <ZonedTime at={runsAt} className={`nums ${isSkipped ? 'text-ink-3 line-through' : ''}`}>
        {when}
      </ZonedTime>
      <span className="min-w-0 flex-1 truncate text-ink-3 text-sm">
        {isSkipped ? recurring.skipped : isMoved && recurring.moved(formatDayAndTime(at))}
      </span>
      <PublishersOnly>
        <Menu
          label={recurring.runActions(when)}
          align="end"
          triggerClass={iconButtonStyle}
          trigger={<Icon name="more" className="size-4.5" />}
        >
          {isSkipped || isMoved ? (
            <MenuItem onSelect={() => put(isSkipped ? { skipped: false } : { movedTo: null })}>
              {recurring.restore}
            </MenuItem>
          ) : (
            <MenuItem onSelect={() => put({ skipped: true })}>{recurring.skip}</MenuItem>
          )}
          {!isSkipped && <MenuItem onSelect={() => setMoving(true)}>{recurring.move}</MenuItem>}
        </Menu>
      </PublishersOnly>
      {isMoving && (
        <TimeDialog
          title={recurring.moveTitle}
          at={runsAt}
          onSave={(movedTo) => put({ movedTo: movedTo.toISOString() })}
          onClose={() => setMoving(false)}
        />
      )}
    </li>
  )
}

interface Run {
  /** The time by the schedule, which identifies the run. */
  readonly at: string
  readonly runsAt: string
  readonly isSkipped: boolean
}

/** Lists the next runs of a rule, including the skipped ones. */
function listRuns({ nextRuns, exceptions }: Rule): readonly Run[] {
  const bySchedule = new Map(exceptions.map(({ at, movedTo }) => [movedTo, at]))
  const coming = nextRuns.map((runsAt) => ({ at: bySchedule.get(runsAt) ?? runsAt, runsAt, isSkipped: false }))
  const skipped = exceptions.filter((one) => one.skipped).map(({ at }) => ({ at, runsAt: at, isSkipped: true }))
  return [...coming, ...skipped].sort((one, other) => Date.parse(one.runsAt) - Date.parse(other.runsAt))
}
