import type { Route } from '../../../core/network.ts'
import { sandboxApp } from '../../../core/oauth/client.ts'
import { paramsOf } from '../../meta/params.ts'
import { badParam } from '../../meta/refusals.ts'
import { accountOf } from '../auth/callers.ts'
import type { Platform } from '../state/platform.ts'

const known = ['comments', 'live_comments', 'mentions', 'messages', 'message_edit', 'story_insights']

/** An account's subscription, by which the network notifies the app of what happens there. */
export function subscriptionRoutes(platform: Platform): readonly Route[] {
  const edge = { path: '/:account/subscribed_apps', token: 'access' } as const
  const accepts = ['form', 'json', 'multipart'] as const
  return [
    {
      ...edge,
      method: 'POST',
      call: 'subscribe',
      accepts,
      writes: true,
      handle(incoming) {
        const person = accountOf(platform, incoming)
        const wanted = (paramsOf(incoming).subscribed_fields ?? '').split(',').filter((field) => field !== '')
        if (wanted.length === 0 || !wanted.every((field) => known.includes(field)))
          badParam(`Param subscribed_fields must be of {${known.join(', ')}}`)
        person.subscribed = wanted
        return { status: 200, body: { success: true } }
      },
    },
    {
      ...edge,
      method: 'GET',
      call: 'getSubscriptions',
      handle(incoming) {
        const { subscribed } = accountOf(platform, incoming)
        const app = { id: sandboxApp.id, name: sandboxApp.title, subscribed_fields: subscribed }
        return { status: 200, body: { data: subscribed.length === 0 ? [] : [app] } }
      },
    },
    {
      ...edge,
      method: 'DELETE',
      call: 'unsubscribe',
      accepts,
      writes: true,
      handle(incoming) {
        accountOf(platform, incoming).subscribed = []
        return { status: 200, body: { success: true } }
      },
    },
  ]
}
