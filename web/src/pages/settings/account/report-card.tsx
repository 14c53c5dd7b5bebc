import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '#web/app/api.ts'
import { profilesQuery } from '#web/app/queries.ts'
import { useMessages } from '#web/i18n/index.ts'
import { formatDayAndTime } from '#web/lib/time.ts'
import { Card } from '#web/ui/card.tsx'
import { OneLine } from '#web/ui/one-line.tsx'
import { ProblemBanner } from '#web/ui/problem-banner.tsx'
import type { Brand } from '../use-brand.ts'

/** Selects the brands for which the user gets a report by email each Monday. */
export function ReportCard() {
  const { account } = useMessages()
  const { data: brands = [], error } = useQuery(profilesQuery)
  return (
    <Card title={account.report.title} lead={account.report.lead}>
      {error && <ProblemBanner error={error} />}
      <ul className="grid grid-cols-[minmax(0,1fr)]">
        {brands.map((brand) => (
          <li key={brand.id}>
            <ReportChoice brand={brand} />
          </li>
        ))}
      </ul>
    </Card>
  )
}

/** Saves immediately, like a switch on a phone. */
function ReportChoice({ brand: { id: profileId, name } }: { readonly brand: Brand }) {
  const { account } = useMessages()
  const queries = useQueryClient()
  const queryKey = ['report', profileId]
  const report = useQuery({ queryKey, queryFn: () => api.getReport({ profileId }) })
  const choose = useMutation({
    mutationFn: (weekly: boolean) => api.chooseReport({ profileId, weekly }),
    onSuccess: (answer) => queries.setQueryData(queryKey, answer),
  })
  const error = choose.error ?? report.error
  return (
    <>
      <label className="flex min-h-11 cursor-pointer items-center gap-3">
        <input
          type="checkbox"
          className="size-4"
          checked={choose.isPending ? choose.variables : (report.data?.weekly ?? false)}
          disabled={!report.data || choose.isPending}
          onChange={(event) => choose.mutate(event.target.checked)}
        />
        <OneLine className="flex-1">{name}</OneLine>
        <span role="status" className="nums text-ink-3 text-sm">
          {report.data?.nextAt && account.report.next(formatDayAndTime(report.data.nextAt))}
        </span>
      </label>
      {error && <ProblemBanner error={error} onRetry={() => void report.refetch()} />}
    </>
  )
}
