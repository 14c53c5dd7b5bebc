import { type Answer, type Incoming, ok } from '../../../core/http/request.ts'
import { noToken, route, withToken, writing } from '../../../core/http/route.ts'
import type { Route } from '../../../core/network.ts'
import { type Caller, requireCaller, viewerOf } from '../auth/callers.ts'
import { describe } from '../media/media.ts'
import { isAtLeast } from '../rules.ts'
import type { Once } from '../state/once.ts'
import type { Instance } from '../state/platform.ts'
import type { Status } from '../state/records.ts'
import { booleanParam, hasText, type Params, readAllParams, textParam, treesOf } from '../wire/params.ts'
import { notFound } from '../wire/refusals.ts'
import type { Throttle } from '../wire/throttle.ts'
import { compose, languageOf, mediaOf, pollOf, wordsOf } from './compose.ts'
import { mentionedIn, shownStatus } from './present.ts'
import { publish, record, startPoll, unpublish } from './publish.ts'
import { schedule, scheduledAtOf, shownScheduled } from './scheduled.ts'
import { findStatus } from './sight.ts'

/** The writing calls for statuses: create, edit and delete. The reading calls are in `reading.ts`. */
export function statusRoutes(instance: Instance, once: Once, throttle: Throttle): readonly Route[] {
  const ownStatus = (incoming: Incoming) => {
    const { account } = requireCaller(instance, incoming, 'write:statuses')
    const status = findStatus(instance, account, incoming.params.id ?? '')
    return status?.account === account ? status : notFound()
  }
  return [
    route(
      'POST',
      '/api/v1/statuses',
      'createStatus',
      { ...writing, accepts: ['json', 'form', 'multipart'] },
      (incoming) => create(instance, once, throttle, incoming),
    ),
    route('GET', '/api/v1/statuses/:id/source', 'getStatusSource', withToken, (incoming) => {
      const { account } = requireCaller(instance, incoming, 'read:statuses')
      const { id, text, spoiler } = findStatus(instance, account, incoming.params.id ?? '') ?? notFound()
      return ok({ id, text, spoiler_text: spoiler })
    }),
    route('GET', '/api/v1/statuses/:id', 'getStatus', noToken, (incoming) => {
      const viewer = viewerOf(instance, incoming, 'read:statuses')
      const status = findStatus(instance, viewer, incoming.params.id ?? '') ?? notFound()
      const own = viewer ? { favourited: status.favouritedBy.has(viewer) } : {}
      return ok({ ...shownStatus(instance, status), ...own })
    }),
    route(
      'PUT',
      '/api/v1/statuses/:id',
      'editStatus',
      { ...writing, accepts: ['json', 'form', 'multipart'] },
      (incoming) => {
        const status = ownStatus(incoming)
        editStatus(instance, status, readAllParams(incoming))
        return ok(shownStatus(instance, status))
      },
    ),
    route(
      'DELETE',
      '/api/v1/statuses/:id',
      'deleteStatus',
      { ...writing, accepts: ['json', 'form', 'multipart'] },
      (incoming) => {
        const status = ownStatus(incoming)
        const body = { ...shownStatus(instance, status), text: status.text }
        const withMedia =
          isAtLeast(instance.rules, 4, 4) && booleanParam(readAllParams(incoming), 'delete_media') === true
        unpublish(instance, status, withMedia)
        return ok(body)
      },
    ),
  ]
}

function create(instance: Instance, once: Once, throttle: Throttle, incoming: Incoming): Answer {
  const caller = requireCaller(instance, incoming, 'write:statuses')
  const { account, token } = caller
  const key = incoming.headers['idempotency-key']
  const given = typeof key === 'string' && key !== '' ? key : null
  const before = once.recall(account.name, given)
  if (before) return ok(recalled(instance, caller, before))

  throttle.check('statuses', account.name)
  const params = readAllParams(incoming)
  const draft = compose(instance, account, params)
  const now = instance.world.clock.now()
  const at = scheduledAtOf(instance, account, textParam(params, 'scheduled_at'))
  if (at) {
    const scheduled = schedule(instance, { account, app: token.app, draft, key: given, at })
    once.remember(account.name, given, { scheduledId: scheduled.id })
    return ok(shownScheduled(instance, scheduled))
  }
  const status = publish(instance, { account, app: token.app, draft, key: given, at: now })
  once.remember(account.name, given, { statusId: status.id })
  throttle.count('statuses', account.name)
  return ok(shownStatus(instance, status))
}

function recalled(instance: Instance, { account }: Caller, made: NonNullable<ReturnType<Once['recall']>>): object {
  if ('statusId' in made) return shownStatus(instance, findStatus(instance, account, made.statusId) ?? notFound())
  return shownScheduled(instance, account.scheduled.get(made.scheduledId) ?? notFound())
}

/** Replaces the complete status: files that the edit does not name are removed. */
function editStatus(instance: Instance, status: Status, params: Params): void {
  const { account } = status
  const poll = pollOf(instance, params)
  const media = mediaOf(instance, account, params, poll !== null, status)
  const { text, spoiler } = wordsOf(instance, params, media.length > 0)
  const now = instance.world.clock.now()
  for (const attributes of treesOf(params, 'media_attributes')) {
    const named = media.find(({ id }) => id === textParam(attributes, 'id'))
    if (named) describe(instance, named, attributes)
  }
  for (const one of status.media) one.heldBy = null
  for (const one of media) one.heldBy = { statusId: status.id }
  status.text = text
  status.spoiler = spoiler
  status.sensitive = booleanParam(params, 'sensitive') ?? spoiler !== ''
  if (hasText(params, 'language')) status.language = languageOf(params)
  status.media = media
  status.poll = poll && startPoll(instance, poll, now)
  status.mentions = mentionedIn(instance, text)
  status.editedAt = now
  record(instance, status, 'edit', null)
}
