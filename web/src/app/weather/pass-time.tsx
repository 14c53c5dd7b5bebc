import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useMessages } from '#web/i18n/index.ts'
import { formatDayAndTime } from '#web/lib/time.ts'
import { Button } from '#web/ui/button.tsx'
import { ProblemBanner } from '#web/ui/problem-banner.tsx'
import { api } from '../api.ts'
import { sandboxClockQuery } from './weather-queries.ts'

const hourMs = 3_600_000
const jumps = { hour: hourMs, day: 24 * hourMs, month: 30 * 24 * hourMs } as const
/** Below this difference the networks are in the present. */
const noticeableMs = 60_000

/** Lets time pass at the networks of the sandbox, and says which time it is there. */
export function PassTime() {
  const { weather } = useMessages()
  const queries = useQueryClient()
  const clock = useQuery(sandboxClockQuery)
  const pass = useMutation({
    mutationFn: (advanceMs: number) => api.moveSandboxClock({ advanceMs }),
    onSuccess: (answer) => queries.setQueryData(sandboxClockQuery.queryKey, answer),
  })
  const isAhead = clock.data && Date.parse(clock.data.now) - clock.dataUpdatedAt > noticeableMs
  return (
    <section aria-labelledby="pass-time" className="grid gap-2 border-line border-t pt-4">
      <h3 id="pass-time" className="font-medium text-ink">
        {weather.time}
      </h3>
      <p className="text-ink-3 text-sm">
        {weather.timeLead} {isAhead && weather.ahead(formatDayAndTime(clock.data.now))}
      </p>
      {pass.error && <ProblemBanner error={pass.error} />}
      <div className="flex flex-wrap gap-2">
        {(['hour', 'day', 'month'] as const).map((one) => (
          <Button key={one} onClick={() => pass.mutate(jumps[one])}>
            {weather.pass[one]}
          </Button>
        ))}
      </div>
    </section>
  )
}
