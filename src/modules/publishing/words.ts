import type { Failure } from '#connectors/connector.ts'
import { redactAnswer, redactText } from '#infra/log/redact.ts'
import type { Quota } from '#rules/limits.ts'
import { quotaWords } from './quota/quotas.ts'

/** Sentences that a user reads beside a target: the problem, and how to solve it. */
export const words = {
  tooLate: 'It could not be sent before the time until which it may go out. Press retry to send it now.',
  gaveUp: (why: string) => `The network could not be reached in six tries. Last: ${why} Press retry to try again.`,
  tooSlow: 'The network has not finished with it for so long that we stopped waiting. Press retry to try again.',
  busy: 'Many pictures are being made to fit right now. It goes on within seconds.',
  fault: 'Our own program could not go on with it.',
  grantUnavailable: 'The sign-in at the network could not be renewed.',
  forgotten: 'The network lost what it had been sent, again and again. Press retry to try again.',
  crashed:
    'Publishing this stopped our own program again and again, so we stopped. Tell whoever runs this installation.',
  ownFault: 'Something went wrong in our own program. It is tried again shortly.',
  brokenOff: 'Our own program stopped several times while this was being published, so it is tried again later.',
  unknown:
    'We do not know whether this is out: the answer of the network was lost, and it cannot be asked. Look there, then say whether it is there or should be sent again.',
  restored:
    'The database was restored from a backup, and the network cannot be asked whether this went out before. Look there, then say whether it is there or should be sent again.',
  restNotSeen:
    'The database was restored from a backup. The post was found at the network; what follows it there was not looked for.',
  notThere: 'It is not there. Press retry to send it again.',
  restMissing: 'The rest of the thread was not sent. Publish it as a post of its own.',
  needsReconnect: 'The network no longer takes our access. Connect the account again, then it goes out.',
  disconnected: 'The account was disconnected. Connect it again, then it goes out.',
  full: (network: string, quota: Quota) =>
    `${network} takes ${quotaWords(quota)} of ${quota.of === 'app' ? 'all who publish here together' : 'one account'}. It goes out when there is room again.`,
  cancelled: 'It was cancelled after a part of it was out. Press retry to go on.',
  erased: 'What the network said of it was deleted at the network’s request.',
  belongsToAnother:
    'The network named a post that belongs to another one of yours. Look there, then say whether this one is there too.',
} as const

/** Cleans a sentence that may contain a network's own words: bounded, without secrets, and valid in a text column. */
export function sentence(text: string): string {
  const clean = redactText(text.replaceAll('\u0000', '').trim()).slice(0, maxErrorChars)
  return /[.!?”]$/.test(clean) ? clean : `${clean}.`
}

const maxErrorChars = 1_000

const maxRawChars = 2_000

/** Returns the network's own words: bounded, without secrets, and valid in a text column. */
export function rawWords(failure: Failure | null): string | null {
  if (!failure) return null
  const head = failure.status === null ? (failure.code ?? 'no answer') : `HTTP ${failure.status}`
  const body = redactAnswer(failure.body.slice(0, maxRawChars * 2).replaceAll('\u0000', ''))
  return `${head} ${body}`.trim().slice(0, maxRawChars)
}

/** Returns the form of a failure that is stored with a doubt: small, and without secrets. */
export const keptFailure = (failure: Failure | null): Failure | null =>
  failure && {
    ...failure,
    headers: {},
    body: redactAnswer(failure.body.slice(0, maxRawChars).replaceAll('\u0000', '')),
  }

/** Error code of an unknown outcome that a user resolved as absent. */
export const notPublished = 'not_published'

/** Reason for a hold, as a code; `heldBecause` adds the sentence. */
export type HeldWhy = 'needs_reconnect' | 'disconnected'

export const heldBecause = (why: HeldWhy) =>
  ({
    status: 'held',
    heldWhy: why,
    errorCode: why,
    error: why === 'disconnected' ? words.disconnected : words.needsReconnect,
    dueAt: null,
  }) as const

/** Holds a publication for a quota. The sweep releases it when there is room again; no user has to. */
export const heldForQuota = (
  name: string,
  { quota, until, app }: { readonly quota: Quota; readonly until: Date; readonly app: string | null },
) =>
  ({
    status: 'held',
    heldWhy: 'quota',
    heldUntil: until,
    spendsApp: app,
    errorCode: 'quota_reached',
    error: words.full(name, quota),
    dueAt: null,
  }) as const
