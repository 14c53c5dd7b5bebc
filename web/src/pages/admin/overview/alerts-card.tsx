import type { Item } from '@posthorn/sdk'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { api } from '#web/app/api.ts'
import { useMessages } from '#web/i18n/index.ts'
import { formatDistance } from '#web/lib/time.ts'
import { Button } from '#web/ui/button.tsx'
import { RowList } from '#web/ui/card.tsx'
import { EmptyLine } from '#web/ui/empty-state.tsx'
import { ProblemBanner } from '#web/ui/problem-banner.tsx'
import { Section } from '#web/ui/section.tsx'

type Alert = Item<'listAlerts', 'alerts'>

/** Lists what needs attention. The service closes its alerts once their cause is gone. */
export function AlertsCard() {
  const { admin } = useMessages('admin')
  const words = admin.alerts
  const { profileId } = useParams({ from: '/p/$profileId' })
  const read = useQuery({ queryKey: ['alerts', 'open'], queryFn: () => api.listAlerts({ filter: 'open' }) })
  const alerts = read.data?.alerts ?? []
  return (
    <Section
      title={words.title}
      actions={
        <Link
          to="/p/$profileId/admin/alerts"
          params={{ profileId }}
          className="inline-flex min-h-11 items-center text-brand underline-offset-4 hover:underline sm:min-h-8"
        >
          {words.showAll}
        </Link>
      }
    >
      {read.error && <ProblemBanner error={read.error} onRetry={() => void read.refetch()} />}
      {read.data && alerts.length === 0 && <EmptyLine isGood>{words.none}</EmptyLine>}
      {alerts.length > 0 && (
        <RowList label={words.title}>
          {alerts.map((alert) => (
            <AlertRow key={alert.id} alert={alert} />
          ))}
        </RowList>
      )}
    </Section>
  )
}

function AlertRow({ alert }: { readonly alert: Alert }) {
  const { id, severity, message, createdAt, raisedByUid } = alert
  const { admin } = useMessages('admin')
  const words = admin.alerts
  const queries = useQueryClient()
  const acknowledge = useMutation({
    mutationFn: () => api.acknowledgeAlert({ id }),
    onSuccess: () =>
      Promise.all(['alerts', 'admin-overview'].map((key) => queries.invalidateQueries({ queryKey: [key] }))),
  })
  const tone = severity === 'critical' ? 'bg-failed/12 text-failed' : 'bg-held/12 text-held'
  return (
    <li className="grid gap-2 px-4 py-3">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <span className={`rounded-full px-2.5 py-0.5 font-medium text-xs ${tone}`}>{words.severity[severity]}</span>
        <p className="min-w-0 flex-1 basis-56 break-words">{raisedByUid ? message : words.say(alert)}</p>
        <time dateTime={createdAt} className="nums text-ink-3 text-sm">
          {formatDistance(createdAt)}
        </time>
        <Button isBusy={acknowledge.isPending} onClick={() => acknowledge.mutate()}>
          {words.acknowledge}
        </Button>
      </div>
      {acknowledge.error && <ProblemBanner error={acknowledge.error} />}
    </li>
  )
}
