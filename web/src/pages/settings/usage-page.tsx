import type { Item } from '@posthorn/sdk'
import { useQuery } from '@tanstack/react-query'
import { api } from '#web/app/api.ts'
import { useMessages } from '#web/i18n/index.ts'
import { formatBytes, formatNumber } from '#web/lib/number.ts'
import { nameOfPlan } from '#web/lib/plan-name.ts'
import { formatDistance } from '#web/lib/time.ts'
import { Card } from '#web/ui/card.tsx'
import { ProblemBanner } from '#web/ui/problem-banner.tsx'
import { Loading } from '#web/ui/waiting/loading.tsx'
import { SettingsFrame } from './settings-frame.tsx'

type Limit = Item<'getUsage', 'limits'>

/** Shows the plan's limits and their use. */
export function UsagePage() {
  const { usage } = useMessages()
  const read = useQuery({ queryKey: ['usage'], queryFn: () => api.getUsage() })
  return (
    <SettingsFrame tab="usage">
      {read.error && <ProblemBanner error={read.error} onRetry={() => void read.refetch()} />}
      {!read.data && !read.error && <Loading />}
      {read.data && (
        <Card title={usage.plan(nameOfPlan(read.data.plan, usage))} lead={usage.planLead}>
          <ul className="divide-y divide-line border-line border-t">
            {read.data.limits.map((limit) => (
              <li key={limit.name} className="py-3 last:pb-0">
                <Meter {...limit} />
              </li>
            ))}
          </ul>
        </Card>
      )}
    </SettingsFrame>
  )
}

/** From this share on, the bar warns. */
const nearShare = 0.9

function Meter({ name, used, limit, resetsAt }: Limit) {
  const { usage } = useMessages()
  const names: Readonly<Record<string, string>> = usage.names
  const format = /bytes/i.test(name) ? formatBytes : formatNumber
  const text = limit === null ? `${format(used)} · ${usage.unlimited}` : usage.of(format(used), format(limit))
  return (
    <div className="grid gap-1.5">
      <p className="flex items-baseline justify-between gap-3">
        <span className="font-medium">{names[name] ?? name}</span>
        <span className="nums text-ink-2">{text}</span>
      </p>
      {limit !== null && (
        <meter
          aria-label={names[name] ?? name}
          min={0}
          max={Math.max(1, limit)}
          value={limit === 0 ? 1 : Math.min(used, limit)}
          high={Math.max(1, limit) * nearShare}
          aria-valuetext={text}
          className="w-full"
        />
      )}
      {resetsAt && <p className="text-ink-3 text-sm">{usage.resets(formatDistance(resetsAt))}</p>}
    </div>
  )
}
