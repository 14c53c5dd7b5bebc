import type { Result } from '@posthorn/sdk'
import { useMessages } from '#web/i18n/index.ts'
import { formatNumber } from '#web/lib/number.ts'
import { RowList } from '#web/ui/card.tsx'
import { NetworkMark } from '#web/ui/marks/network-mark.tsx'
import { OneLine } from '#web/ui/one-line.tsx'
import { shortAge } from '../short-age.ts'
import { useDeeds } from './use-summary.ts'

interface RehearsalProps {
  readonly profileId: string
  readonly rehearsed: Result<'rehearseInboxRule'>
  readonly snoozeHours: number | null
}

/** The items of the last 30 days that a rule matches, and what it would have done with each. */
export function Rehearsal({ profileId, rehearsed, snoozeHours }: RehearsalProps) {
  const { inboxRules: words } = useMessages('inboxRules')
  const does = useDeeds(profileId)
  const { matched, checked, isComplete, items } = rehearsed
  return (
    <section aria-label={words.results} className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <p role="status" className="font-medium">
        {matched > 0
          ? words.rehearsed(formatNumber(matched), formatNumber(checked))
          : words.rehearsedNone(formatNumber(checked))}
      </p>
      {!isComplete && <p className="text-ink-3 text-sm">{words.rehearsedPart}</p>}
      {matched > items.length && <p className="text-ink-3 text-sm">{words.latest(items.length)}</p>}
      {items.length > 0 && (
        <RowList label={words.results}>
          {items.map(({ itemId, network, handle, text, saidAt, assigneeUid, state }) => {
            const deeds = does({ assigneeUid, state, snoozeHours })
            return (
              <li key={itemId} className="grid gap-0.5 px-4 py-2">
                <span className="flex min-w-0 items-center gap-1.5 text-ink-3 text-xs">
                  <NetworkMark network={network} className="size-3.5" />
                  <bdi className="truncate">@{handle}</bdi>
                  <span className="shrink-0">· {shortAge(saidAt)}</span>
                </span>
                <OneLine className="text-sm">{text}</OneLine>
                <span className="text-ink-2 text-sm">→ {deeds.length > 0 ? deeds.join(', ') : words.wouldNothing}</span>
              </li>
            )
          })}
        </RowList>
      )}
    </section>
  )
}
