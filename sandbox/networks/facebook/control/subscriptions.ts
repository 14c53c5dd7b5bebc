import type { Route } from '../../../core/network.ts'
import { paramsOf } from '../../meta/params.ts'
import { badParam } from '../../meta/refusals.ts'
import { type Need, pageOf } from '../auth/callers.ts'
import type { Graph } from '../state/platform.ts'
import { app } from '../state/platform.ts'

const toSubscribe: Need = { scopes: ['pages_manage_metadata', 'pages_show_list'], task: 'MANAGE' }
const fields = ['feed', 'mention', 'name', 'picture', 'category', 'videos', 'ratings']

/** A page's subscription, by which the network notifies the app of what happens there. */
export function subscriptionRoutes(graph: Graph): readonly Route[] {
  const edge = { path: '/:page/subscribed_apps', token: 'access' } as const
  const accepts = ['form', 'json', 'multipart'] as const
  return [
    {
      ...edge,
      method: 'POST',
      call: 'subscribe',
      accepts,
      writes: true,
      handle(incoming) {
        const page = pageOf(graph, incoming, incoming.params.page ?? '', toSubscribe)
        const wanted = (paramsOf(incoming).subscribed_fields ?? '').split(',').filter((field) => field !== '')
        if (wanted.length === 0 || !wanted.every((field) => fields.includes(field)))
          badParam(`Param subscribed_fields must be of {${fields.join(', ')}}`)
        page.subscribed = wanted
        return { status: 200, body: { success: true } }
      },
    },
    {
      ...edge,
      method: 'GET',
      call: 'getSubscriptions',
      handle(incoming) {
        const { subscribed } = pageOf(graph, incoming, incoming.params.page ?? '', toSubscribe)
        const data = subscribed.length === 0 ? [] : [{ id: app.id, name: app.name, subscribed_fields: subscribed }]
        return { status: 200, body: { data } }
      },
    },
    {
      ...edge,
      method: 'DELETE',
      call: 'unsubscribe',
      accepts,
      writes: true,
      handle(incoming) {
        pageOf(graph, incoming, incoming.params.page ?? '', toSubscribe).subscribed = []
        return { status: 200, body: { success: true } }
      },
    },
  ]
}
