import type { Failure } from '#connectors/connector.ts'
import { redactAnswer, redactText } from '#infra/log/redact.ts'
import { storable } from '#kernel/text/storable.ts'
import type { Quota } from '#rules/limits.ts'
import { quotaWords } from './quota/quotas.ts'

/** Messages that a user sees next to a target: the problem, and how to solve it. */
export const words = {
  tooLate: 'It missed its latest publishing time. Retry to send it now.',
  gaveUp: (why: string) => `All 6 attempts failed. Last error: ${why} Retry when you’re ready.`,
  tooSlow: 'The network took too long to process this. Retry to send it again.',
  busy: 'Converting a lot of images right now. Publishing continues in a few seconds.',
  fault: 'An internal error interrupted this attempt.',
  grantUnavailable: 'We couldn’t renew access to this account.',
  forgotten: 'The network lost the upload several times. Retry to send it again.',
  crashed:
    'The server stopped several times while publishing this, so we stopped trying. Contact your server ' +
    'administrator.',
  ownFault: 'Internal error. Retrying soon.',
  brokenOff: 'The server stopped several times while publishing this. Retrying later.',
  unknown:
    'We didn’t get the network’s response, so we can’t tell if this was published. Check the network, then confirm ' +
    'it’s live or send it again.',
  restored:
    'The database was restored from a backup, so we can’t tell if this was published. Check the network, then ' +
    'confirm it’s live or send it again.',
  restNotSeen:
    'The database was restored from a backup. The post is live, but we didn’t check the rest of the thread or its ' +
    'comment.',
  notThere: 'Someone confirmed it isn’t on the network. Retry to send it again.',
  restMissing: 'The rest of the thread wasn’t sent. Publish it as a separate post.',
  needsReconnect: 'We’ve lost access to this account. Reconnect it to publish the post.',
  heldWith: (reason: string) => `${sentence(reason)} The post will be published once the account works again.`,
  disconnected: 'This account was disconnected. Reconnect it to publish the post.',
  ownerDisabled: 'An administrator disabled the owner’s account. The post will be published once it’s enabled.',
  full: (network: string, quota: Quota) =>
    `${network} allows ${quotaWords(quota)} ` +
    `${quota.of === 'app' ? 'across everyone on this server' : 'per account'}. ` +
    'This post will be published when the limit resets.',
  approvalNeeded: 'Waiting for approval. It will be published once approved.',
  overPlan:
    'The owner’s plan doesn’t cover this brand, so it’s read-only. The post will be published after an upgrade.',
  cancelled: 'Cancelled after part of it was published. Retry to publish the rest.',
  erased: 'We deleted this post’s network data at the network’s request.',
  belongsToAnother:
    'The network returned the ID of one of your other posts. Check whether this one is live, then confirm it or ' +
    'send it again.',
} as const

/** Cleans a sentence that may contain a network's own words: bounded, without secrets, and valid in a text column. */
export function sentence(text: string): string {
  const clean = storable(redactText(text.trim()), maxErrorChars)
  return /[.!?”]$/.test(clean) ? clean : `${clean}.`
}

const maxErrorChars = 1_000

const maxRawChars = 2_000

/**
 * Returns the network's own words: bounded, without secrets, and valid in a text column. Null if no server said
 * anything.
 */
export function rawWords(failure: Failure | null): string | null {
  if (!failure || failure.status === null) return null
  const body = redactAnswer(failure.body.slice(0, maxRawChars * 2))
  return storable(`HTTP ${failure.status} ${body}`.trim(), maxRawChars)
}

/** Returns the form of a failure that is stored with doubt: small, and without secrets. */
export const keptFailure = (failure: Failure | null): Failure | null =>
  failure && { ...failure, headers: {}, body: storable(redactAnswer(failure.body.slice(0, maxRawChars))) }

/** The error code of an unknown outcome that a user resolved as absent. */
export const notPublished = 'not_published'

/** The reason for a hold, as a code. `heldBecause` adds the sentence. */
export type HeldWhy = 'needs_reconnect' | 'disconnected' | 'owner_disabled'

const heldWords: Readonly<Record<HeldWhy, string>> = {
  needs_reconnect: words.needsReconnect,
  disconnected: words.disconnected,
  owner_disabled: words.ownerDisabled,
}

/** `said`: the account's own reason why it has to be reconnected. */
export const heldBecause = (why: HeldWhy, reason: string | null = null) =>
  ({
    status: 'held',
    heldWhy: why,
    errorCode: why,
    error: why === 'needs_reconnect' && reason !== null ? words.heldWith(reason) : heldWords[why],
    dueAt: null,
  }) as const

/** Holds a publication for a quota. The sweep releases it automatically when there is room again. */
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
