import { type Incoming, ok } from '../../core/http/request.ts'
import { route, withToken, writing } from '../../core/http/route.ts'
import type { Route } from '../../core/network.ts'
import { sandboxApp } from '../../core/oauth/client.ts'
import { readAllParams } from './params.ts'
import { badParam } from './refusals.ts'

interface Subscriber {
  subscribed: readonly string[]
}

/**
 * Returns the routes of a page's or an account's subscription, which makes the network notify the app of events. `find`
 * returns the page or account in the path.
 */
export function subscriptionRoutes(
  path: string,
  {
    known,
    app,
    find,
  }: { readonly known: readonly string[]; readonly app: string; find(incoming: Incoming): Subscriber },
): readonly Route[] {
  const accepts = ['form', 'json', 'multipart'] as const
  const change = (incoming: Incoming, fields: readonly string[]) => {
    find(incoming).subscribed = fields
    return ok({ success: true })
  }
  return [
    route('POST', path, 'subscribe', { ...writing, accepts }, (incoming) => {
      const wanted = (readAllParams(incoming).subscribed_fields ?? '').split(',').filter((field) => field !== '')
      find(incoming)
      if (wanted.length === 0 || !wanted.every((field) => known.includes(field)))
        badParam(`Param subscribed_fields must be of {${known.join(', ')}}`)
      return change(incoming, wanted)
    }),
    route('GET', path, 'getSubscriptions', withToken, (incoming) => {
      const { subscribed } = find(incoming)
      const data = subscribed.length === 0 ? [] : [{ id: sandboxApp.id, name: app, subscribed_fields: subscribed }]
      return ok({ data })
    }),
    route('DELETE', path, 'unsubscribe', { ...writing, accepts }, (incoming) => change(incoming, [])),
  ]
}
