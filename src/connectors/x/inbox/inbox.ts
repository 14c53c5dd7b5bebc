import { z } from 'zod'
import { readAnswer, sendJson } from '#connectors/api/json-api.ts'
import type { Inbox, InboxCall, KnownItem, ReadAgain, Said } from '#connectors/contract/inbox.ts'
import { pathOf } from '../api.ts'
import type { Grant } from '../auth/grant.ts'
import { acts } from './acts.ts'
import { asked, filesOf, page, type Seen, said, textOfSeen } from './said.ts'

/**
 * X charges for each post that it returns, so each call takes its most from the budget first, and returns the rest.
 * Small pages keep little of the budget waiting.
 */
const pageSize = 25
const recheckMax = 25

/** `floor`: everything up to this post has been read. `token` continues a walk down to it that began at `newest`. */
const place = z.object({ floor: z.string().nullable(), token: z.string().nullable(), newest: z.string().nullable() })
type Place = z.output<typeof place>

/**
 * Reads mentions, latest first: replies to the account are among them, and X lets an app reply only to people who
 * mention it. Nothing is read to learn what a mention replies to, because that would cost more than the mention.
 */
export const inbox: Inbox<Grant> = {
  isBilled: true,
  replies: true,

  async read(call, from, since) {
    const at = from === null ? { floor: null, token: null, newest: null } : place.parse(from)
    const { data, includes, meta } = await list(call, at, since)
    const posts = data ?? []
    const newest = at.newest ?? posts[0]?.id ?? at.floor
    const token = meta.next_token || null
    const next: Place = token === null ? { floor: newest, token, newest: null } : { floor: at.floor, token, newest }
    return { items: saidIn(call, posts, includes), next, more: token !== null }
  },

  acts,

  recheck: { max: recheckMax, read: readAgain },

  readAbove: async () => [],
}

const saidIn = (call: InboxCall<Grant>, posts: readonly Seen[], includes: z.output<typeof page>['includes']): Said[] =>
  posts.flatMap((one) => said(call, one, includes) ?? [])

async function list(call: InboxCall<Grant>, { floor, token }: Place, since: Date) {
  const query = new URLSearchParams({
    max_results: String(pageSize),
    ...asked,
    // X takes times without fractions of seconds.
    ...(floor === null ? { start_time: `${since.toISOString().slice(0, 19)}Z` } : { since_id: floor }),
    ...(token === null ? {} : { pagination_token: token }),
  })
  const path = `/2/users/${pathOf(call.grant.userId)}/mentions?${query}`
  return billed(call, pageSize, async () => {
    const request = { name: 'getUserMentions', method: 'GET', path, token: call.grant.accessToken } as const
    const found = readAnswer(await sendJson(call.http, request), page.required({ meta: true }))
    return { found, posts: found.data?.length ?? 0 }
  })
}

/** Takes the most that a call can cost from the budget, and returns what it did not cost. A failed call may cost it. */
async function billed<Found>(
  { spend }: InboxCall<Grant>,
  most: number,
  ask: () => Promise<{ readonly found: Found; readonly posts: number }>,
): Promise<Found> {
  await spend?.(most)
  const { found, posts } = await ask()
  if (posts < most) await spend?.(posts - most)
  return found
}

async function readAgain(call: InboxCall<Grant>, items: readonly KnownItem[]): Promise<ReadAgain> {
  const ids = items.map(({ remoteId }) => remoteId)
  const path = `/2/tweets?${new URLSearchParams({ ids: ids.join(','), ...asked })}`
  const { data, includes, errors } = await billed(call, ids.length, async () => {
    const request = { name: 'getPosts', method: 'GET', path, token: call.grant.accessToken } as const
    const found = readAnswer(await sendJson(call.http, request), page)
    return { found, posts: found.data?.length ?? 0 }
  })
  const found = data ?? []
  const absent = ids.filter((id) => !found.some((one) => one.id === id))
  const isMissing = (id: string) =>
    errors?.some(({ resource_id: of, value, type }) => (of ?? value) === id && type?.endsWith('/resource-not-found'))
  return {
    // A changed post has another ID on X.
    found: found.map((one) => ({
      remoteId: one.id,
      text: textOfSeen(one),
      files: filesOf(one, includes),
      editedAt: null,
    })),
    missing: absent.filter(isMissing),
    // A protected or suspended author hides a post for a while.
    unclear: absent.filter((id) => !isMissing(id)),
  }
}
