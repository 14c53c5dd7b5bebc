import type { Result } from '@posthorn/sdk'
import { Link } from '@tanstack/react-router'
import { type FirstMessages, useMessages } from '#web/i18n/index.ts'
import { nowDate } from '#web/lib/clock.ts'
import { addDays, dayKey } from '#web/lib/day.ts'
import { formatDayAndTime } from '#web/lib/time.ts'
import { NetworkMark } from '#web/ui/marks/network-mark.tsx'

type Account = Result<'listAccounts'>[number]
type EndingAccount = Account & { readonly forecast: NonNullable<Account['forecast']> }

/** Lists the accounts whose planned posts will be held, because their sign-in ends before. */
export const listEnding = (accounts: readonly Account[]): readonly EndingAccount[] =>
  accounts.filter((account): account is EndingAccount => account.forecast !== null)

/** Says which accounts will stop publishing, when, and what helps. */
export function EndingAccounts({ accounts }: { readonly accounts: readonly EndingAccount[] }) {
  const { calendar, connections } = useMessages()
  if (accounts.length === 0) return null
  return (
    <ul className="divide-y divide-line rounded-lg border border-held/40 bg-held/8">
      {accounts.map(({ id, profileId, network, handle, displayName, forecast }) => (
        <li key={id} className="flex flex-wrap items-center gap-3 px-4 py-2.5">
          <NetworkMark network={network} />
          <p className="min-w-0 flex-1 basis-60">
            <bdi className="font-medium">{displayName ?? handle}</bdi>{' '}
            {calendar.ends(formatDayAndTime(forecast.failsAt), forecast.posts)}
          </p>
          <Link
            to="/p/$profileId/connections"
            params={{ profileId }}
            className="font-medium text-brand underline underline-offset-4"
          >
            {connections.reconnect}
          </Link>
        </li>
      ))}
    </ul>
  )
}

/** Finds what is to be known about a day: an account that cannot publish from then on, or a change of the clocks. */
export function warnOf(
  accounts: readonly EndingAccount[],
  { calendar }: FirstMessages,
): (day: Date) => string | undefined {
  return (day) => {
    const ended = accounts.filter(({ forecast }) => dayKey(new Date(forecast.failsAt)) <= dayKey(day))
    const isPast = dayKey(day) < dayKey(nowDate())
    if (ended.length > 0 && !isPast)
      return calendar.held(ended.map(({ displayName, handle }) => displayName ?? handle).join(', '))
    const shift = addDays(day, 1).getTimezoneOffset() - day.getTimezoneOffset()
    if (shift === 0) return undefined
    return shift < 0 ? calendar.clocksForward : calendar.clocksBack
  }
}
