import { type Incoming, ok } from '../../../core/http/request.ts'
import { route, withToken, writing } from '../../../core/http/route.ts'
import type { Route, Upcoming } from '../../../core/network.ts'
import { requireCaller } from '../auth/callers.ts'
import { shownAttachment } from '../media/media.ts'
import type { Instance } from '../state/platform.ts'
import type { Account, Scheduled } from '../state/records.ts'
import { linkHeader, pageOf, pick } from '../wire/paging.ts'
import { invalid, notFound } from '../wire/refusals.ts'
import { publish } from './publish.ts'

const leastAheadMs = 300_000
const maxPending = 300
const maxOneDay = 25

/** Returns the time to publish at. Null to publish immediately, including when the given time has already passed. */
export function scheduledAtOf(instance: Instance, account: Account, given: string | null): Date | null {
  if (given === null || given.trim() === '') return null
  const at = new Date(given)
  if (Number.isNaN(at.getTime())) return invalid('Scheduled at is invalid')
  const aheadMs = at.getTime() - instance.world.clock.ms()
  if (aheadMs <= 0) return null
  if (aheadMs < leastAheadMs) invalid('Scheduled at The scheduled date must be in the future')
  const pending = [...account.scheduled.values()]
  if (pending.length >= maxPending) invalid(`You have exceeded the limit of ${maxPending} scheduled posts`)
  const sameDay = pending.filter((one) => dayOf(one.at) === dayOf(at))
  if (sameDay.length >= maxOneDay) invalid(`You have exceeded the limit of ${maxOneDay} scheduled posts for that day`)
  return at
}

const dayOf = (at: Date): string => at.toISOString().slice(0, 10)

export function schedule(instance: Instance, given: Omit<Scheduled, 'id'>): Scheduled {
  const scheduled: Scheduled = { ...given, id: instance.nextId() }
  for (const one of scheduled.draft.media) one.heldBy = { scheduledId: scheduled.id }
  scheduled.account.scheduled.set(scheduled.id, scheduled)
  instance.scheduled.set(scheduled.id, scheduled)
  return scheduled
}

/** Publishes what has become due. The sandbox has no timers: each call and each page view triggers this. */
export function publishDue(instance: Instance): void {
  if (instance.scheduled.size === 0) return
  const nowMs = instance.world.clock.ms()
  const due = [...instance.scheduled.values()].filter(({ at }) => at.getTime() <= nowMs)
  for (const one of due.sort((a, b) => a.at.getTime() - b.at.getTime())) {
    forget(instance, one)
    if (one.account.standing === 'active') publish(instance, one)
  }
}

/** Lists the scheduled statuses, for people. */
export const listScheduled = ({ scheduled }: Instance): readonly Upcoming[] =>
  [...scheduled.values()].map(({ at, account }) => ({
    atMs: at.getTime(),
    what: `A scheduled status of ${account.name} appears.`,
  }))

function forget(instance: Instance, scheduled: Scheduled): void {
  instance.scheduled.delete(scheduled.id)
  scheduled.account.scheduled.delete(scheduled.id)
  for (const one of scheduled.draft.media) one.heldBy = null
}

export function scheduledRoutes(instance: Instance): readonly Route[] {
  const path = '/api/v1/scheduled_statuses/:id'
  const own = (incoming: Incoming, scope: string): Scheduled => {
    const { account } = requireCaller(instance, incoming, scope)
    return account.scheduled.get(incoming.params.id ?? '') ?? notFound()
  }
  return [
    route('GET', '/api/v1/scheduled_statuses', 'listScheduled', withToken, (incoming) => {
      const { account } = requireCaller(instance, incoming, 'read:statuses')
      const page = pageOf(incoming, { usual: 20, max: 40 })
      const picked = pick([...account.scheduled.values()], page, () => true)
      const headers = linkHeader(instance.base(), incoming, picked, page.limit)
      return { status: 200, headers, body: picked.map((one) => shownScheduled(instance, one)) }
    }),
    route('GET', path, 'getScheduled', withToken, (incoming) =>
      ok(shownScheduled(instance, own(incoming, 'read:statuses'))),
    ),
    route('DELETE', path, 'deleteScheduled', writing, (incoming) => {
      forget(instance, own(incoming, 'write:statuses'))
      return ok({})
    }),
  ]
}

export function shownScheduled(instance: Instance, { id, at, draft, app, key }: Scheduled): object {
  return {
    id,
    scheduled_at: at.toISOString(),
    params: {
      text: draft.text,
      media_ids: draft.media.length > 0 ? draft.media.map((one) => one.id) : null,
      sensitive: draft.sensitive,
      spoiler_text: draft.spoiler,
      visibility: draft.visibility,
      language: draft.language,
      in_reply_to_id: draft.replyTo?.id ?? null,
      poll: draft.poll && {
        options: draft.poll.options,
        expires_in: draft.poll.expiresInMs / 1_000,
        multiple: draft.poll.multiple,
        hide_totals: draft.poll.hideTotals,
      },
      application_id: app.id,
      scheduled_at: null,
      idempotency: key,
      with_rate_limit: false,
    },
    media_attachments: draft.media.map((one) => shownAttachment(instance, one)),
  }
}
