import type { LedgerEntry } from '../../../core/control/ledger.ts'
import type { Instance } from '../state/platform.ts'
import type { Account, App, Attachment, Draft, Poll, Status } from '../state/records.ts'
import { mentionedIn } from './present.ts'

/** Publishes a checked draft and records it in the ledger. */
export function publish(
  instance: Instance,
  given: { account: Account; app: App; draft: Draft; key: string | null; at: Date },
): Status {
  const { account, app, draft, key, at } = given
  const { poll, ...words } = draft
  const status: Status = {
    ...words,
    id: instance.nextId(),
    number: account.statuses.length + 1,
    account,
    app,
    createdAt: at,
    replies: [],
    quotesCount: 0,
    favouritedBy: new Set(),
    editedAt: null,
    poll: poll && startPoll(instance, poll, at),
    mentions: mentionedIn(instance, draft.text),
    deleted: false,
  }
  for (const one of status.media) one.heldBy = { statusId: status.id }
  instance.statuses.set(status.id, status)
  account.statuses.push(status)
  account.statusesCount += 1
  account.lastStatusAt = at
  status.replyTo?.replies.push(status)
  if (status.quotes) status.quotes.quotesCount += 1
  notify(instance, status)
  record(instance, status, status.replyTo ? 'reply' : 'post', key)
  return status
}

/** Notifies each account once: a mention takes precedence over a quote. */
function notify(instance: Instance, status: Status): void {
  const { account, mentions, quotes, createdAt } = status
  const quoted = quotes ? [{ to: quotes.account, type: 'quote' as const }] : []
  const told = new Set([account])
  for (const { to, type } of [...mentions.map((one) => ({ to: one, type: 'mention' as const })), ...quoted]) {
    if (told.has(to)) continue
    told.add(to)
    to.notifications.push({ id: instance.nextId(), type, status, createdAt })
  }
}

export function startPoll(instance: Instance, poll: NonNullable<Draft['poll']>, at: Date): Poll {
  const { expiresInMs, ...rest } = poll
  return { ...rest, id: instance.nextId(), startedAt: at, expiresAt: new Date(at.getTime() + expiresInMs) }
}

/** Deletes a status. Its files become free, so that its author can write it again. */
export function unpublish(instance: Instance, status: Status, withMedia: boolean): void {
  status.deleted = true
  status.account.statusesCount -= 1
  if (status.quotes) status.quotes.quotesCount -= 1
  instance.statuses.delete(status.id)
  for (const one of status.media) {
    one.heldBy = null
    if (withMedia) instance.attachments.delete(one.id)
  }
  record(instance, status, 'delete', null)
}

export function record(instance: Instance, status: Status, kind: LedgerEntry['kind'], key: string | null): void {
  instance.world.ledger.add({
    id: status.id,
    network: 'mastodon',
    account: status.account.name,
    kind,
    text: status.text,
    media: status.media.map(ledgerMedia),
    key,
    replyTo: status.replyTo?.id ?? null,
  })
}

const ledgerMedia = ({ kind, mime, bytes, sha256, description, url }: Attachment): LedgerEntry['media'][number] => ({
  kind: kind === 'gifv' ? 'video' : kind,
  mime,
  bytes,
  sha256,
  alt: description ?? '',
  url,
})
