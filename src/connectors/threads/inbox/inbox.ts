import { z } from 'zod'
import { webUrl } from '#connectors/api/web-url.ts'
import { type Inbox, type InboxCall, type Said, saidTextMax } from '#connectors/contract/inbox.ts'
import type { SeenFile } from '#connectors/contract/read-back.ts'
import { id, type Params, read, timestamp } from '#connectors/meta/graph-call.ts'
import { readAgainMax, readEachAgain } from '#connectors/meta/inbox/read-again.ts'
import { isGraphError, readPosts } from '#connectors/meta/inbox/walk.ts'
import { onwardIn, paging } from '#connectors/meta/paging.ts'
import { ask } from '../api.ts'
import type { Grant } from '../auth/grant.ts'
import { acts } from './acts.ts'

const pageSize = '50'
const maxBytes = 4_000_000
/** The maximum number of replies up a thread. */
const aboveMax = 20

const thread = z.object({
  id,
  text: z.string().nullish(),
  username: z.string().max(200).nullish(),
  timestamp,
  media_type: z.string().nullish(),
  permalink: webUrl,
  replied_to: z.object({ id }).nullish().catch(null),
  root_post: z.object({ id }).nullish().catch(null),
  is_reply_owned_by_me: z.boolean().nullish().catch(null),
  hide_status: z.string().nullish(),
})
type Thread = z.output<typeof thread>
/** One that cannot be read must not hide the others. */
const replies = z.object({ data: z.array(thread.nullable().catch(null)), paging })
const posts = z.object({
  data: z.array(
    z.object({
      id,
      timestamp,
      media_type: z.string().nullish(),
      has_replies: z.boolean().nullish().catch(null),
    }),
  ),
  paging,
})

const ofAny = 'id,text,username,timestamp,media_type,permalink'
const fields = `${ofAny},replied_to,root_post,is_reply_owned_by_me,hide_status`
const hidden: ReadonlySet<string> = new Set(['HIDDEN', 'BLOCKED', 'RESTRICTED'])

/** Reads the replies to the account's own posts, at all depths. Hidden ones are left out until they are shown again. */
export const inbox: Inbox<Grant> = {
  needs: ['threads_read_replies'],
  replies: true,
  acts,
  // Replies that are hidden, also because their author is restricted, are returned by their ID.
  recheck: {
    max: readAgainMax,
    read: (call, items) =>
      readEachAgain(items, {
        async readComment(id) {
          const one = await get(call, 'getThread', `/${encodeURIComponent(id)}`, { fields: ofAny }, thread)
          const text = (one.text ?? '').slice(0, saidTextMax)
          return { remoteId: id, text, files: filesOf(one.media_type), editedAt: null }
        },
      }),
  },

  read: (call, from, since) =>
    readPosts(
      {
        async listPosts(after) {
          const params = { fields: 'id,timestamp,media_type,has_replies', limit: pageSize, ...(after && { after }) }
          const page = await get(call, 'listThreads', '/me/threads', params, posts)
          const own = page.data.filter(({ media_type: type }) => type !== 'REPOST_FACADE')
          // Threads does not state the number of replies, only whether there are any.
          const listed = own.map((one) => ({
            id: one.id,
            at: one.timestamp,
            count: one.has_replies === false ? 0 : null,
          }))
          return { posts: listed, after: onwardIn(page.paging) }
        },
        async readComments({ post, after }) {
          const params = { fields, reverse: 'true', limit: pageSize, ...(after && { after }) }
          const page = await get(call, 'getConversation', `/${post}/conversation`, params, replies)
          const shown = page.data.flatMap((one) => (one && !hidden.has(one.hide_status ?? '') ? one : []))
          return { items: shown.map((one) => said(call, one, post)), after: onwardIn(page.paging) }
        },
      },
      { from, since, now: call.http.now },
    ),

  async readAbove(call, remoteId) {
    const one = await find(call, remoteId, fields)
    if (!one) return []
    const rootId = one.root_post?.id ?? null
    const above: Said[] = []
    let parentId = one.replied_to?.id ?? null
    for (let height = 0; height < aboveMax && parentId !== null && parentId !== rootId; height += 1) {
      const parent: Thread | null = await find(call, parentId, fields)
      if (!parent) break
      above.unshift(said(call, parent, rootId))
      parentId = parent.replied_to?.id ?? null
    }
    const root = rootId === null ? null : await find(call, rootId, ofAny)
    return root ? [{ ...said(call, root, rootId), parentId: null }, ...above] : above
  },
}

/** Returns a post or reply. Null if it does not exist. */
async function find(call: InboxCall<Grant>, threadId: string, wanted: string): Promise<Thread | null> {
  try {
    return await get(call, 'getThread', `/${encodeURIComponent(threadId)}`, { fields: wanted }, thread)
  } catch (error) {
    if (isGraphError(error, (code) => code === 100 || code === 24)) return null
    throw error
  }
}

const get = async <Shape extends z.ZodType>(
  { http, grant }: InboxCall<Grant>,
  name: string,
  path: string,
  params: Params,
  shape: Shape,
): Promise<z.output<Shape>> =>
  read(await ask(http, { name, method: 'GET', path, params, token: grant.token, maxBytes }), shape)

/** Threads identifies other people only by their username. */
function said({ accountId, handle }: InboxCall<Grant>, one: Thread, ownPostId: string | null): Said {
  const { username } = one
  const isOwn = one.is_reply_owned_by_me === true || username === handle
  return {
    remoteId: one.id,
    kind: 'reply',
    parentId: one.replied_to?.id ?? ownPostId,
    ...(ownPostId === null ? {} : { ownPostId }),
    quotedId: null,
    author: {
      remoteId: isOwn ? accountId : username ? `@${username}` : `unknown:${one.id}`,
      handle: username || 'Threads user',
      name: null,
    },
    text: (one.text ?? '').slice(0, saidTextMax),
    url: one.permalink,
    language: null,
    files: filesOf(one.media_type),
    saidAt: new Date(one.timestamp),
    editedAt: null,
  }
}

function filesOf(type: string | null | undefined): SeenFile[] {
  if (type === 'CAROUSEL_ALBUM') return [{ kind: null, altText: null }]
  const kind = type === 'IMAGE' ? 'image' : type === 'VIDEO' ? 'video' : type === 'AUDIO' ? 'audio' : null
  return kind ? [{ kind, altText: null }] : []
}
