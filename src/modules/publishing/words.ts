import type { Failure } from '#connectors/connector.ts'
import { redactAnswer, redactText } from '#infra/log/redact.ts'
import { storable } from '#kernel/text/storable.ts'
import type { Quota } from '#rules/limits.ts'
import { quotaWords } from './quota/quotas.ts'

/** Sentences that a user sees next to a target: the problem, and how to solve it. */
export const words = {
  tooLate: 'Its latest publishing time passed before it could be sent. Press retry to send it now.',
  gaveUp: (why: string) => `All six tries failed. Last error: ${why} Press retry to try again.`,
  tooSlow: 'The network did not finish processing it in time. Press retry to try again.',
  busy: 'Many images are being converted right now. Publishing continues within seconds.',
  fault: 'An internal error interrupted the attempt.',
  grantUnavailable: 'Access to the account could not be renewed.',
  forgotten: 'The network repeatedly lost what it had received. Press retry to try again.',
  crashed:
    'The server stopped several times while publishing this, so publishing was stopped. Contact your server ' +
    'administrator.',
  ownFault: 'An internal error occurred. Posthorn will try again shortly.',
  brokenOff: 'The server stopped several times while publishing this. Posthorn will try again later.',
  unknown:
    'The network’s response was lost, and the network cannot tell whether this was published. Check there, ' +
    'then confirm that it is published or send it again.',
  restored:
    'The database was restored from a backup, and the network cannot tell whether this was published before. Check there, then confirm that it is published or send it again.',
  restNotSeen:
    'The database was restored from a backup. The post was found on the network, but its other parts and its comment were not checked.',
  notThere: 'A user reported that it is not on the network. Press retry to send it again.',
  restMissing: 'The rest of the thread was not sent. Publish it as a separate post.',
  needsReconnect: 'The network rejects access to this account. Reconnect it to publish the post.',
  heldWith: (reason: string) => `${sentence(reason)} The post will be published when the account works again.`,
  disconnected: 'The account was disconnected. Reconnect it to publish the post.',
  ownerDisabled:
    'The owner’s account was disabled by an administrator. The post will be published when the account is ' +
    'enabled again.',
  full: (network: string, quota: Quota) =>
    `${network} accepts ${quotaWords(quota)} from ${quota.of === 'app' ? 'everyone who publishes here' : 'one account'}. ` +
    'The post will be published when quota is available again.',
  approvalNeeded: 'Waiting for approval. The post will be published as soon as it is approved.',
  overPlan:
    'The owner’s plan allows fewer profiles, so this one is read-only. The post will be published when the ' +
    'plan includes the profile again.',
  cancelled: 'Publishing was cancelled after part of the post was published. Press retry to publish the rest.',
  erased: 'The network’s data about this post was deleted at the network’s request.',
  belongsToAnother:
    'The network returned a post that already belongs to another of your posts. Check whether this one is ' +
    'there too, then confirm that it is published or send it again.',
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

/** Returns the form of a failure that is stored with a doubt: small, and without secrets. */
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
