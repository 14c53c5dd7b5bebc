import type { Caller } from '#kernel/caller.ts'
import { refuseInput } from '#kernel/errors.ts'
import { profileFor } from '#modules/profiles/index.ts'
import { platformFields } from '#rules/network-names.ts'
import type { InboxDeps } from '../deps.ts'
import { dayIn, daysBetween, liveDays, shiftDay, startOf } from '../numbers/local-days.ts'
import type { NumbersQuery } from '../schema/numbers.ts'
import { type Figures, readDays, readGroups, readZone } from '../store/numbers.ts'

const usualDays = 30
const mostDays = 366

/** Reads how fast and how often people got an answer, for days in the zone of the profile. */
export async function readNumbers({ db, clock }: InboxDeps, caller: Caller, query: NumbersQuery) {
  const { profileId, groupBy } = query
  await profileFor(db, caller, profileId, 'read')
  const timezone = await readZone(db, profileId)
  const today = dayIn(clock.now(), timezone)
  const to = query.to ?? today
  const from = query.from ?? shiftDay(to, 1 - usualDays)
  if (from > to) refuseInput({ path: '/query/to', code: 'ends_too_early', message: 'must not be before `from`' })
  if (daysBetween(from, to) >= mostDays)
    refuseInput({ path: '/query/from', code: 'too_big', message: `must be at most ${mostDays} days before \`to\`` })
  const liveFrom = shiftDay(today, 1 - liveDays)
  const range = { profileId, timezone, from, to, liveFrom, today, since: startOf(liveFrom, timezone) }
  const [all] = await readGroups(db, range, 'all')
  const groups = await readGroups(db, range, groupBy)
  const known = new Map((await readDays(db, range)).map((row) => [row.day, row]))
  const open = all?.open ?? null
  const last = to < today ? to : today
  const count = Math.max(0, daysBetween(from, last) + 1)
  return {
    profileId,
    ...{ from, to, timezone },
    total: { ...present(all ?? nothing), open },
    groups: groups.map(({ network, accountId, kind, ...figures }) => ({
      ...(network ? platformFields(network) : { platform: null, network: null }),
      ...{ accountId, kind, open: figures.open },
      ...present(figures),
    })),
    days: Array.from({ length: count }, (_, nth) => {
      const day = shiftDay(from, nth)
      const { waits = 0, answered = 0, open: atEnd = null } = known.get(day) ?? {}
      return { day, waits, answered, open: day === today ? open : atEnd }
    }),
  }
}

const nothing: Figures = { waits: 0, answered: 0, medianSeconds: null, p90Seconds: null }

const present = ({ waits, answered, medianSeconds, p90Seconds }: Figures) => ({
  ...{ waits, answered, medianSeconds, p90Seconds },
  answeredShare: waits === 0 ? null : answered / waits,
})
