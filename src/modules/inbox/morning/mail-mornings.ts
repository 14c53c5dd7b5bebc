import type { Config } from '#infra/config/config.ts'
import { inTx, type Tx } from '#infra/db/client.ts'
import { isDatabaseAway } from '#infra/db/faults.ts'
import { type Language, languageOf } from '#kernel/language.ts'
import { pageOf } from '#kernel/pages.ts'
import { queueMail } from '#modules/mail/index.ts'
import { buildOffUrl, insertNotices } from '#modules/notices/index.ts'
import type { InboxDeps } from '../deps.ts'
import { claimMorning, listMornings, listRepliers, type Morning, readLeft } from '../store/mornings.ts'
import { words } from './words.ts'

export type MorningDeps = Pick<InboxDeps, 'db' | 'clock' | 'log' | 'queue' | 'seal' | 'connectors'> & {
  readonly config: Pick<Config, 'publicUrl' | 'smtpUrl'>
}

/** After this time an email is no longer one of the morning, such as after an outage. */
const morning = { from: '08:00', until: '12:00' } as const
const batch = 200
/** The limit of one run. What is left follows in the next one. */
const batchesOfRun = 50
const listedMost = 5
const kind = 'inbox_morning'

/** Emails what is open at 8:00 in the zone of each profile, once a day on any number of nodes. */
export async function mailMornings(deps: MorningDeps, signal: AbortSignal): Promise<void> {
  const { db, clock, log } = deps
  for (let left = batchesOfRun; left > 0 && !signal.aborted; left -= 1) {
    const due = await listMornings(db, { now: clock.now(), ...morning }, batch)
    let failed = 0
    for (const one of due) {
      try {
        await inTx(db, (tx) => mailMorning(deps, tx, one))
      } catch (error) {
        if (isDatabaseAway(error)) throw error
        failed += 1
        const { profileId } = one
        log.error({ event: 'inbox.morning_failed', err: error, profileId }, 'Could not email what is open in an inbox')
      }
    }
    if (due.length < batch || failed === due.length) return
  }
}

/** Queues the emails of one profile in the transaction that records them. */
async function mailMorning(deps: MorningDeps, tx: Tx, one: Morning): Promise<void> {
  if (!(await claimMorning(tx, one))) return
  const { profileId, profile, day } = one
  const now = deps.clock.now()
  // Emails about the sandbox are sent only where emails go to its own page.
  const { open, oldest } = await readLeft(tx, profileId, deps.config.smtpUrl === null, listedMost)
  if (open === 0) return
  const people = await listRepliers(tx, profileId)
  const notice = { profileId, kind, postId: null, accountId: null, byName: null, note: null, isMailed: true } as const
  const wanting = await insertNotices(
    tx,
    now,
    people.map(({ uid }) => ({ ...notice, uid, causeKey: `${kind}:${profileId}:${day}` })),
  )
  for (const { uid, name, email, locale } of people.filter(({ uid }) => wanting.includes(uid))) {
    const language = languageOf(locale)
    const { title, detail, kinds, line, action, because, stop } = words[language]
    const ages = oldest.map(({ since }) => sayAge(now.getTime() - since.getTime(), language))
    const lines = oldest.map(({ network, kind: what }, nth) => {
      const networkName = deps.connectors[network]?.limits.name ?? network
      return line(networkName, kinds[what as keyof typeof kinds], ages[nth] ?? '')
    })
    const unsubscribeUrl = buildOffUrl(deps, { uid, kind })
    await queueMail(deps, tx, {
      to: email,
      locale,
      template: 'notice',
      values: {
        name,
        title: title(open, profile),
        detail: detail(ages[0] ?? null),
        post: lines.join('\n'),
        action,
        because: because(profile),
        stop,
        link: pageOf(deps.config, profileId, 'inbox'),
        url: deps.config.publicUrl,
        unsubscribeUrl,
      },
      unsubscribeUrl,
    })
  }
}

const units = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const

/** Names an age in the largest unit that fits, such as “3 days”. */
function sayAge(ms: number, language: Language): string {
  const [unit, size] = units.find(([, one]) => ms >= one) ?? units[2]
  const count = Math.max(1, Math.floor(ms / size))
  return new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'long' }).format(count)
}
