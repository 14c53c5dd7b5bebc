import type { Route } from '../../../core/network.ts'
import { subscriptionRoutes as routesOf } from '../../meta/subscriptions.ts'
import { type Need, pageOf } from '../auth/callers.ts'
import { app, type Graph } from '../state/platform.ts'

const toSubscribe: Need = { scopes: ['pages_manage_metadata', 'pages_show_list'], task: 'MANAGE' }
const known = ['feed', 'mention', 'name', 'picture', 'category', 'videos', 'ratings']

/** The routes of a page's subscription. */
export const subscriptionRoutes = (graph: Graph): readonly Route[] =>
  routesOf('/:page/subscribed_apps', {
    known,
    app: app.name,
    find: (incoming) => pageOf(graph, incoming, incoming.params.page ?? '', toSubscribe),
  })
