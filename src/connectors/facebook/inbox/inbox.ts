import { z } from 'zod'
import type { Http } from '#connectors/connector.ts'
import { type Inbox, type InboxCall, type Said, saidTextMax } from '#connectors/contract/inbox.ts'
import type { SeenFile } from '#connectors/contract/read-back.ts'
import { type Params, read, timestamp } from '#connectors/meta/graph-call.ts'
import { readAgainMax, readEachAgain } from '#connectors/meta/inbox/read-again.ts'
import { isGraphError, readPosts } from '#connectors/meta/inbox/walk.ts'
import { onwardIn, paging } from '#connectors/meta/paging.ts'
import { ask, linkTo, permalink, postId } from '../api.ts'
import { type Grant, tokenOf } from '../auth/grant.ts'
import { acts } from './acts.ts'

const pageSize = '100'
const postsOfPage = '50'
const maxBytes = 8_000_000

/** Writer of a comment, which Facebook omits for some people. */
const writer = z
  .object({ id: z.string().min(1).max(200), name: z.string().max(500).nullish() })
  .nullish()
  .catch(null)
const text = z.string().nullish()
const postShape = z.object({
  id: postId,
  created_time: timestamp,
  message: text,
  permalink_url: permalink,
  comments: z
    .object({ summary: z.object({ total_count: z.int().min(0) }) })
    .nullish()
    .catch(null),
})
const posts = z.object({ data: z.array(postShape), paging })

const commentShape = z.object({
  id: z.string().regex(/^[0-9]{1,40}_[0-9]{1,40}$/),
  message: text,
  created_time: timestamp,
  from: writer,
  permalink_url: permalink,
  is_hidden: z.boolean().nullish().catch(null),
  attachment: z.object({ type: z.string().nullish() }).nullish().catch(null),
})
const withParent = commentShape.extend({ parent: commentShape.nullish().catch(null) })
type Comment = z.output<typeof withParent>
/** One that cannot be read must not hide the others. */
const comments = z.object({ data: z.array(withParent.nullable().catch(null)), paging })

const own = 'id,message,created_time,from,permalink_url,is_hidden,attachment{type}'
const fields = `${own},parent{${own}}`

/** Reads the comments under a page's own posts. Hidden ones are left out until they are shown again. */
export const inbox: Inbox<Grant> = {
  needs: ['pages_read_user_content'],
  replies: true,
  acts,
  recheck: {
    max: readAgainMax,
    read: (call, items) =>
      readEachAgain(items, {
        async readComment(id) {
          const one = await get(call, 'getComment', `/${encodeURIComponent(id)}`, { fields: own }, commentShape)
          return { remoteId: id, text: textOf(one.message), files: filesOf(one.attachment?.type), editedAt: null }
        },
        returnsAll: (postId) => returnsAll(call, postId),
      }),
  },

  read: (call, from, since) =>
    readPosts(
      {
        async listPosts(after) {
          const { data, paging: pageInfo } = await get(
            call,
            'getPublishedPosts',
            `/${call.accountId}/published_posts`,
            {
              fields: 'id,created_time,comments.filter(stream).limit(0).summary(true)',
              limit: postsOfPage,
              ...(after === undefined ? {} : { after }),
            },
            posts,
          )
          const listed = data.map((one) => ({
            id: one.id,
            at: one.created_time,
            count: one.comments?.summary.total_count ?? null,
          }))
          return { posts: listed, after: onwardIn(pageInfo) }
        },
        async readComments({ post, after, since: sinceMs }) {
          const params = {
            fields,
            filter: 'stream',
            order: 'reverse_chronological',
            since: String(Math.floor(sinceMs / 1_000)),
            limit: pageSize,
            ...(after === undefined ? {} : { after }),
          }
          const page = await get(call, 'getComments', `/${post}/comments`, params, comments)
          const shown = page.data.flatMap((one) => (one && !one.is_hidden ? said(call, one, post) : []))
          return { items: shown, after: onwardIn(page.paging) }
        },
      },
      { from, since, now: call.http.now },
    ),

  async readAbove(call, remoteId) {
    try {
      const comment = await get(call, 'getComment', `/${encodeURIComponent(remoteId)}`, { fields }, withParent)
      const ownPostId = `${call.accountId}_${remoteId.split('_')[0]}`
      const parent = comment.parent ? [said(call, { ...comment.parent, parent: null }, ownPostId)] : []
      return [...(await readPost(call, ownPostId)), ...parent]
    } catch (error) {
      if (isGraphError(error, isMissing)) return []
      throw error
    }
  },
}

const counted = z.object({
  data: z.array(z.unknown()),
  summary: z.object({ total_count: z.int().min(0) }),
  paging,
})
const countedPagesMax = 5

/** Compares the number of comments with the number that is returned. */
async function returnsAll(call: InboxCall<Grant>, post: string): Promise<boolean> {
  let returned = 0
  let after: string | null | undefined
  for (let pages = 0; pages < countedPagesMax && after !== null; pages += 1) {
    const params = { fields: 'id', filter: 'stream', summary: 'true', limit: pageSize, ...(after && { after }) }
    const page = await get(call, 'getComments', `/${encodeURIComponent(post)}/comments`, params, counted)
    returned += page.data.length
    after = onwardIn(page.paging)
    if (after === null) return returned === page.summary.total_count
  }
  return false
}

async function readPost(call: InboxCall<Grant>, id: string): Promise<readonly Said[]> {
  try {
    const params = { fields: 'id,message,created_time,permalink_url' }
    const post = await get(call, 'getPost', `/${id}`, params, postShape)
    const from = { id: call.accountId, name: null }
    return [{ ...said(call, { ...post, from, parent: null }, id), parentId: null }]
  } catch (error) {
    if (isGraphError(error, isMissing)) return []
    throw error
  }
}

const isMissing = (code: number): boolean => code === 100

async function get<Shape extends z.ZodType>(
  { http, grant, accountId }: InboxCall<Grant>,
  name: string,
  path: string,
  params: Params,
  shape: Shape,
): Promise<z.output<Shape>> {
  return read(await ask(http, { name, method: 'GET', path, params, token: tokenOf(grant, accountId), maxBytes }), shape)
}

const said = (
  { http }: { readonly http: Http },
  {
    id,
    message,
    created_time,
    from,
    parent,
    permalink_url,
    attachment,
  }: Pick<Comment, 'id' | 'message' | 'created_time' | 'from' | 'parent' | 'permalink_url'> &
    Partial<Pick<Comment, 'attachment'>>,
  ownPostId: string,
): Said => ({
  remoteId: id,
  kind: 'reply',
  parentId: parent?.id ?? ownPostId,
  ownPostId,
  quotedId: null,
  author: {
    remoteId: from?.id ?? `unknown:${id}`,
    handle: from?.name || from?.id || 'Facebook user',
    name: from?.name || null,
  },
  text: textOf(message),
  url: permalink_url ? linkTo(http, permalink_url) : null,
  language: null,
  files: filesOf(attachment?.type),
  saidAt: new Date(created_time),
  editedAt: null,
})

const textOf = (message: string | null | undefined): string => (message ?? '').slice(0, saidTextMax)

function filesOf(type: string | null | undefined): SeenFile[] {
  if (type && /^(?:photo|sticker|animated_image)/.test(type)) return [{ kind: 'image', altText: null }]
  return type && /^video/.test(type) ? [{ kind: 'video', altText: null }] : []
}
