import { z } from 'zod'
import type { Http } from '#connectors/connector.ts'
import { type Inbox, type Said, saidTextMax } from '#connectors/contract/inbox.ts'
import { errorNameOf } from '../api/error-name.ts'
import { query } from '../api/xrpc.ts'
import type { Grant } from '../auth/grant.ts'
import { embedWithFiles, listFiles } from '../media/shown-files.ts'
import { urlOf } from '../post/put.ts'
import { acts } from './acts.ts'
import { recheck } from './recheck.ts'

const pageSize = '100'
const aboveMax = '80'
const reasons = ['reply', 'mention', 'quote']
/**
 * Notifications sort by the date that their authors claim, if it is in the past. A walk goes this much further back
 * than the previous one began, so that a device whose clock is slow is heard.
 */
const slackMs = 3_600_000

const ref = z.object({ uri: z.string().max(2_000) })
const record = z.object({
  text: z.string(),
  createdAt: z.string().optional(),
  langs: z.array(z.string().max(20)).optional().catch(undefined),
  reply: z.object({ parent: ref }).optional().catch(undefined),
  embed: embedWithFiles.extend({ record: z.unknown().optional() }).optional().catch(undefined),
})
const post = z.object({
  uri: z.string().max(2_000),
  author: z.object({ did: z.string(), handle: z.string(), displayName: z.string().optional() }),
  record,
  indexedAt: z.coerce.date(),
})
type Post = z.output<typeof post>

/** One that cannot be read must not hide the others. */
const page = z.object({
  notifications: z.array(
    post
      .extend({ reason: z.enum(['reply', 'mention', 'quote']) })
      .nullable()
      .catch(null),
  ),
  cursor: z.string().max(2_000).optional(),
})

/** `readTo`: everything before this time has been read. `walk`: a reading that goes back to it, from the newest one. */
const place = z.object({
  readTo: z.coerce.date(),
  walk: z.object({ cursor: z.string(), newest: z.coerce.date() }).optional(),
})

interface Above {
  readonly post?: Post | undefined
  readonly parent?: Above | undefined
}
const above: z.ZodType<Above> = z.object({
  post: post.optional().catch(undefined),
  get parent() {
    return above.optional().catch(undefined)
  },
})

/** Reads notifications from the newest back to those of the previous reading: the network has no other order. */
export const inbox: Inbox<Grant> = {
  replies: true,
  recheck,
  acts,

  async read({ http, grant }, from, since) {
    const { readTo, walk } = from === null ? { readTo: since, walk: undefined } : place.parse(from)
    const params = { limit: pageSize, reasons, ...(walk && { cursor: walk.cursor }) }
    const call = { server: grant.server, nsid: 'app.bsky.notification.listNotifications', params, as: grant }
    const { notifications, cursor } = await query(http, call, page)
    const known = notifications.flatMap((one) => one ?? [])
    const newest = walk?.newest ?? new Date(Math.max(readTo.getTime(), ...known.map((one) => one.indexedAt.getTime())))
    const isBack = known.some(({ indexedAt }) => indexedAt.getTime() < readTo.getTime() - slackMs)
    const items = known.map((one) => said(http, one, one.reason))
    if (cursor === undefined || isBack) return { items, next: { readTo: newest.toISOString() }, more: false }
    const next = { readTo: readTo.toISOString(), walk: { cursor, newest: newest.toISOString() } }
    return { items, next, more: true }
  },

  async readAbove({ http, grant }, uri) {
    const params = { uri, depth: '0', parentHeight: aboveMax }
    const call = { server: grant.server, nsid: 'app.bsky.feed.getPostThread', params, as: grant }
    try {
      const { thread } = await query(http, call, z.object({ thread: above }))
      const found: Said[] = []
      for (let one = thread.parent; one; one = one.parent) if (one.post) found.unshift(said(http, one.post, 'reply'))
      return found
    } catch (error) {
      if (errorNameOf(error) === 'NotFound') return []
      throw error
    }
  },
}

function said(http: Http, { uri, author, record, indexedAt }: Post, kind: Said['kind']): Said {
  const dated = Date.parse(record.createdAt ?? '')
  return {
    remoteId: uri,
    kind,
    parentId: record.reply?.parent.uri ?? null,
    quotedId: quotedIn(record.embed?.record),
    author: { remoteId: author.did, handle: author.handle, name: author.displayName || null },
    text: record.text.slice(0, saidTextMax),
    url: urlOf(http, uri),
    language: record.langs?.[0] ?? null,
    files: listFiles(record.embed),
    // A date in the future would stay on top of every list.
    saidAt: Number.isNaN(dated) ? indexedAt : new Date(Math.min(dated, indexedAt.getTime())),
    editedAt: null,
  }
}

const quoted = z.union([z.object({ uri: z.string() }), z.object({ record: ref })])

/** A quoted post next to files is one level deeper. */
function quotedIn(value: unknown): string | null {
  const { data } = quoted.safeParse(value)
  if (!data) return null
  return 'uri' in data ? data.uri : data.record.uri
}
