import type { Db } from '#infra/db/client.ts'
import { type WaitFacts, waitFacts } from './store/reads.ts'
import { sentence, words } from './words.ts'

/** The reasons why a publication may wait, as codes. */
export const waitReasons = [
  'paused',
  'account_rests',
  'network_rests',
  'earlier_posts',
  'catching_up',
  'retry',
  'network_works',
  'answer_missing',
] as const

export interface Wait {
  readonly reason: (typeof waitReasons)[number]
  readonly detail: string
  /** The code of the cause, if known: one of `waitCodes`. */
  readonly code?: string
  /** Null if the end is not known. */
  readonly until: Date | null
}

/** Returns the reason why each of these publications waits. Those that are in progress, or have ended, are left out. */
export async function waitsOf(db: Db, publicationIds: readonly string[]): Promise<Map<string, Wait>> {
  const facts = await waitFacts(db, publicationIds)
  return new Map(
    facts.flatMap((one) => {
      const wait = waitOf(one)
      return wait ? [[one.id, wait] as const] : []
    }),
  )
}

function waitOf(facts: WaitFacts): Wait | null {
  const {
    pauseReason,
    networkUntil,
    networkWhy,
    networkCode,
    accountUntil,
    accountWhy,
    accountCode,
    isDue,
    dueAt,
    hasEarlier,
  } = facts
  const later = (until: Date) => (dueAt && dueAt > until ? dueAt : until)
  if (pauseReason !== null)
    return {
      reason: 'paused',
      detail: `A server administrator paused this network: ${why(pauseReason)}`,
      until: null,
    }
  if (networkUntil) {
    return {
      reason: 'network_rests',
      detail: `Publishing to this network is paused. ${why(networkWhy)}`,
      ...codeOf(networkCode),
      until: later(networkUntil),
    }
  }
  if (accountUntil) {
    return {
      reason: 'account_rests',
      detail: `Publishing to this account is paused. ${why(accountWhy)}`,
      ...codeOf(accountCode),
      until: later(accountUntil),
    }
  }
  if (!isDue) return isPlanned(facts) ? null : ownWait(facts)
  return hasEarlier ? { reason: 'earlier_posts', detail: details.earlier, until: null } : null
}

const why = (text: string | null): string => sentence(text ?? '')
const codeOf = (code: string | null) => (code === null ? {} : { code })

const details = {
  earlier: 'Waiting for earlier posts on this account.',
  missed: 'It was due during an outage. Missed posts on each account are published one minute apart.',
  works: 'Sent. The network is still processing it.',
  missing: 'We didn’t get the network’s response. We’ll check for the post before sending again.',
} as const

/** True if it waits for nothing but the time that its author chose. */
const isPlanned = ({ status, dueAt, wantedAt, begunFirst }: WaitFacts): boolean =>
  status === 'queued' && begunFirst === null && dueAt !== null && dueAt <= wantedAt

/** Returns the reason why a publication waits for its own next time. */
function ownWait({ status, dueAt: until, begunFirst, isMissed, error, errorCode }: WaitFacts): Wait {
  if (status === 'processing') return { reason: 'network_works', detail: details.works, until }
  if (begunFirst) return { reason: 'answer_missing', detail: details.missing, until }
  if (isMissed) return { reason: 'catching_up', detail: details.missed, until }
  // Waiting for the converter is not an error of the post, so the row has no code for it.
  const code = errorCode ?? (error === words.busy ? 'pictures_busy' : null)
  if (error) return { reason: 'retry', detail: error, ...codeOf(code), until }
  return { reason: 'earlier_posts', detail: details.earlier, until }
}
