import type { Answer, Incoming } from '../../../core/http/request.ts'
import type { Route } from '../../../core/network.ts'
import { type Caller, requireCaller, viewerOf } from '../auth/callers.ts'
import { isAtLeast } from '../rules.ts'
import type { Once } from '../state/once.ts'
import type { Instance } from '../state/platform.ts'
import { paramsOf, textOf, truthOf } from '../wire/params.ts'
import { notFound } from '../wire/refusals.ts'
import type { Throttle } from '../wire/throttle.ts'
import { compose } from './compose.ts'
import { editStatus } from './edit.ts'
import { shownStatus } from './present.ts'
import { publish, unpublish } from './publish.ts'
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
    {
      method: 'POST',
      path: '/api/v1/statuses',
      call: 'createStatus',
      accepts: ['json', 'form', 'multipart'],
      token: 'access',
      writes: true,
      handle: (incoming) => create(instance, once, throttle, incoming),
    },
    {
      method: 'GET',
      path: '/api/v1/statuses/:id/source',
      call: 'getStatusSource',
      token: 'access',
      handle(incoming) {
        const { account } = requireCaller(instance, incoming, 'read:statuses')
        const { id, text, spoiler } = findStatus(instance, account, incoming.params.id ?? '') ?? notFound()
        return { status: 200, body: { id, text, spoiler_text: spoiler } }
      },
    },
    {
      method: 'GET',
      path: '/api/v1/statuses/:id',
      call: 'getStatus',
      handle(incoming) {
        const viewer = viewerOf(instance, incoming, 'read:statuses')
        const status = findStatus(instance, viewer, incoming.params.id ?? '') ?? notFound()
        return { status: 200, body: shownStatus(instance, status) }
      },
    },
    {
      method: 'PUT',
      path: '/api/v1/statuses/:id',
      call: 'editStatus',
      accepts: ['json', 'form', 'multipart'],
      token: 'access',
      writes: true,
      handle(incoming) {
        const status = ownStatus(incoming)
        editStatus(instance, status, paramsOf(incoming))
        return { status: 200, body: shownStatus(instance, status) }
      },
    },
    {
      method: 'DELETE',
      path: '/api/v1/statuses/:id',
      call: 'deleteStatus',
      accepts: ['json', 'form', 'multipart'],
      token: 'access',
      writes: true,
      handle(incoming) {
        const status = ownStatus(incoming)
        const body = { ...shownStatus(instance, status), text: status.text }
        const withMedia = isAtLeast(instance.rules, 4, 4) && truthOf(paramsOf(incoming), 'delete_media') === true
        unpublish(instance, status, withMedia)
        return { status: 200, body }
      },
    },
  ]
}

function create(instance: Instance, once: Once, throttle: Throttle, incoming: Incoming): Answer {
  const caller = requireCaller(instance, incoming, 'write:statuses')
  const { account, token } = caller
  const key = incoming.headers['idempotency-key']
  const given = typeof key === 'string' && key !== '' ? key : null
  const before = once.recall(account.name, given)
  if (before) return { status: 200, body: recalled(instance, caller, before) }

  throttle.check('statuses', account.name)
  const params = paramsOf(incoming)
  const draft = compose(instance, account, params)
  const now = instance.world.clock.now()
  const at = scheduledAtOf(instance, account, textOf(params, 'scheduled_at'))
  if (at) {
    const scheduled = schedule(instance, { account, app: token.app, draft, key: given, at })
    once.remember(account.name, given, { scheduledId: scheduled.id })
    return { status: 200, body: shownScheduled(instance, scheduled) }
  }
  const status = publish(instance, { account, app: token.app, draft, key: given, at: now })
  once.remember(account.name, given, { statusId: status.id })
  throttle.count('statuses', account.name)
  return { status: 200, body: shownStatus(instance, status) }
}

function recalled(instance: Instance, { account }: Caller, made: NonNullable<ReturnType<Once['recall']>>): object {
  if ('statusId' in made) return shownStatus(instance, findStatus(instance, account, made.statusId) ?? notFound())
  return shownScheduled(instance, account.scheduled.get(made.scheduledId) ?? notFound())
}
