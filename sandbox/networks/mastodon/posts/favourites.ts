import { type Answer, type Incoming, ok } from '../../../core/http/request.ts'
import { route, writing } from '../../../core/http/route.ts'
import type { Route } from '../../../core/network.ts'
import { requireCaller } from '../auth/callers.ts'
import type { Instance } from '../state/platform.ts'
import { notFound } from '../wire/refusals.ts'
import { shownStatus } from './present.ts'
import { findStatus } from './sight.ts'

/** Adds a status to the favourites of an account, or removes it. A repeat changes nothing. */
export function favouriteRoutes(instance: Instance): readonly Route[] {
  const set =
    (favourited: boolean) =>
    (incoming: Incoming): Answer => {
      const { account } = requireCaller(instance, incoming, 'write:favourites')
      const status = findStatus(instance, account, incoming.params.id ?? '') ?? notFound()
      if (favourited) status.favouritedBy.add(account)
      else status.favouritedBy.delete(account)
      return ok({ ...shownStatus(instance, status), favourited })
    }
  const accepts = { ...writing, accepts: ['json', 'form', 'multipart'] } as const
  return [
    route('POST', '/api/v1/statuses/:id/favourite', 'favourite', accepts, set(true)),
    route('POST', '/api/v1/statuses/:id/unfavourite', 'unfavourite', accepts, set(false)),
  ]
}
