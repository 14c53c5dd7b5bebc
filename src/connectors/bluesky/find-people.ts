import { z } from 'zod'
import type { FoundPerson, ReadCall } from '#connectors/connector.ts'
import { query } from './api/xrpc.ts'
import type { Grant } from './auth/grant.ts'

const actors = z.object({
  actors: z.array(z.object({ handle: z.string().max(300), displayName: z.string().max(1_000).optional() })),
})

/** Finds accounts by the beginning of their name or handle. The account's server passes the call on. */
export async function findPeople({ http, grant }: ReadCall<Grant>, q: string, max: number): Promise<FoundPerson[]> {
  const params = { q, limit: String(max) }
  const call = { server: grant.server, nsid: 'app.bsky.actor.searchActorsTypeahead', params, as: grant }
  const found = await query(http, call, actors)
  return found.actors.map(({ handle, displayName }) => ({ name: displayName || handle, handle }))
}
