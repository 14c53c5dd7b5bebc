import { z } from 'zod'
import { webUrl } from '#connectors/api/web-url.ts'
import { type Inbox, type InboxCall, type Said, saidTextMax } from '#connectors/contract/inbox.ts'
import { id, type Params, read, timestamp } from '#connectors/meta/graph-call.ts'
import { readAgainMax, readEachAgain } from '#connectors/meta/inbox/read-again.ts'
import { isGraphError, readPosts } from '#connectors/meta/inbox/walk.ts'
import { onwardIn, paging } from '#connectors/meta/paging.ts'
import { ask } from '../api.ts'
import { callerOf, type Grant } from '../auth/grant.ts'
import { acts } from './acts.ts'

const pageSize = '50'
const repliesOfComment = '20'
const maxBytes = 8_000_000

const text = z.string().nullish()
const media = z.object({
  id,
  timestamp,
  caption: text,
  permalink: webUrl,
  comments_count: z.int().min(0).nullish().catch(null),
})
const posts = z.object({ data: z.array(media), paging })

const reply = z.object({
  id,
  text,
  timestamp,
  username: z.string().max(200).nullish(),
  from: z.object({ id }).nullish().catch(null),
  hidden: z.boolean().nullish().catch(null),
})
type Reply = z.output<typeof reply>
/** One that cannot be read must not hide the others. */
const replies = z.object({ data: z.array(reply.nullable().catch(null)), paging })
const comments = z.object({
  data: z.array(
    reply
      .extend({ replies: replies.nullish().catch(null) })
      .nullable()
      .catch(null),
  ),
  paging,
})
const oneComment = reply.extend({ parent_id: id.nullish(), media: z.object({ id }).nullish() })

const own = 'id,text,timestamp,username,hidden'

/**
 * The fields of a comment that an app may lack. One of them fails the entire call, so they are left out one by one.
 * Without `replies`, the replies of each comment are read with a call.
 */
const choices = [
  { from: true, replies: true },
  { from: false, replies: true },
  { from: true, replies: false },
  { from: false, replies: false },
] as const
type Choice = (typeof choices)[number]

const fieldsFor = ({ from, replies: withReplies }: Choice, fields = own): string => {
  const plain = `${fields}${from ? ',from' : ''}`
  return withReplies ? `${plain},replies.limit(${repliesOfComment}){${own}${from ? ',from' : ''}}` : plain
}

/** Reads the comments on the account's own posts. Hidden ones are left out until they are shown again. */
export const inbox: Inbox<Grant> = {
  needs: [['instagram_business_manage_comments', 'instagram_manage_comments']],
  replies: true,
  acts,
  recheck: {
    max: readAgainMax,
    read: (call, items) =>
      readEachAgain(items, {
        async readComment(id) {
          const one = await get(
            call,
            'getComment',
            `/${encodeURIComponent(id)}`,
            { fields: 'id,text,timestamp' },
            reply,
          )
          return { remoteId: id, text: (one.text ?? '').slice(0, saidTextMax), files: [], editedAt: null }
        },
        returnsAll: (postId) => returnsAll(call, postId),
      }),
  },

  read(call, from, since) {
    let choice: Choice = choices[0]
    const readList = <Shape extends z.ZodType>(name: string, path: string, params: Params, shape: Shape) =>
      withChoice(choice, async (one) => {
        const page = await get(call, name, path, { ...params, fields: fieldsFor(one) }, shape)
        choice = one
        return page
      })
    const listPosts = async (after: string | undefined) => {
      const params = { fields: 'id,timestamp,comments_count,permalink', limit: pageSize, ...(after && { after }) }
      const page = await get(call, 'listMedia', `/${call.accountId}/media`, params, posts)
      const listed = page.data.map((one) => ({
        id: one.id,
        at: one.timestamp,
        count: one.comments_count ?? null,
        url: one.permalink,
      }))
      return { posts: listed, after: onwardIn(page.paging) }
    }
    return readPosts(
      {
        listPosts,
        async readComments({ post, under, after, url }) {
          const params = { limit: pageSize, ...(after && { after }) }
          const place = { post, url }
          if (under !== undefined) {
            const page = await readList('listReplies', `/${under}/replies`, params, replies)
            return { items: saidIn(call, page.data, { ...place, parentId: under }), after: onwardIn(page.paging) }
          }
          const page = await readList('listComments', `/${post}/comments`, params, comments)
          const found = page.data.flatMap((one) => one ?? [])
          return {
            items: found.flatMap((one) => [
              ...saidIn(call, [one], { ...place, parentId: post }),
              ...saidIn(call, one.replies?.data ?? [], { ...place, parentId: one.id }),
            ]),
            after: onwardIn(page.paging),
            lists: found.flatMap(({ id: commentId, replies: below }) => {
              const onward = onwardIn(below?.paging)
              if (onward !== null) return [{ under: commentId, after: onward }]
              return choice.replies ? [] : [{ under: commentId }]
            }),
          }
        },
      },
      { from, since, now: call.http.now },
    )
  },

  async readAbove(call, remoteId) {
    const comment = await find(call, remoteId)
    if (!comment) return []
    const postId = comment.media?.id ?? null
    const post = postId === null ? null : await readMedia(call, postId)
    const parent = comment.parent_id ? await find(call, comment.parent_id) : null
    const place = { post: postId, url: post?.permalink ?? null, parentId: postId }
    return [
      ...(post ? saidIn(call, [ownPost(call, post)], { ...place, parentId: null }) : []),
      ...(parent ? saidIn(call, [parent], place) : []),
    ]
  },
}

const countedPagesMax = 10
const commentCount = z.object({ comments_count: z.int().min(0) })
const counted = z.object({
  data: z.array(z.object({ replies: z.object({ data: z.array(z.unknown()), paging }).nullish() })),
  paging,
})

/** Compares the number of comments with the number that is returned. */
async function returnsAll(call: InboxCall<Grant>, post: string): Promise<boolean> {
  const path = `/${encodeURIComponent(post)}`
  const { comments_count: total } = await get(call, 'getMedia', path, { fields: 'comments_count' }, commentCount)
  let returned = 0
  let after: string | null | undefined
  for (let pages = 0; pages < countedPagesMax && after !== null; pages += 1) {
    const params = { fields: 'id,replies.limit(50){id}', limit: pageSize, ...(after && { after }) }
    const page = await get(call, 'listComments', `${path}/comments`, params, counted)
    if (page.data.some(({ replies: below }) => onwardIn(below?.paging) !== null)) return false
    for (const { replies: below } of page.data) returned += 1 + (below?.data.length ?? 0)
    after = onwardIn(page.paging)
  }
  return after === null && returned === total
}

/** Makes a call with as many fields as are permitted, beginning with those of the previous call. */
async function withChoice<Answer>(first: Choice, makeCall: (choice: Choice) => Promise<Answer>): Promise<Answer> {
  let refusal: unknown
  for (const one of choices.slice(choices.indexOf(first))) {
    try {
      return await makeCall(one)
    } catch (error) {
      if (!isGraphError(error, isAboutField)) throw error
      refusal ??= error
    }
  }
  throw refusal
}

const isAboutField = (code: number, subcode: number | null): boolean =>
  (code === 100 && subcode !== 33) || code === 3 || code === 10 || (code >= 200 && code < 300)

const isMissing = (code: number): boolean => code === 100 || code === 24

/** Returns a comment. Null if it does not exist. */
async function find(call: InboxCall<Grant>, commentId: string) {
  try {
    return await withChoice(choices[2], (choice) => {
      const fields = fieldsFor(choice, `${own},parent_id,media{id}`)
      return get(call, 'getComment', `/${encodeURIComponent(commentId)}`, { fields }, oneComment)
    })
  } catch (error) {
    if (isGraphError(error, isMissing)) return null
    throw error
  }
}

async function readMedia(call: InboxCall<Grant>, postId: string) {
  try {
    return await get(call, 'getMedia', `/${postId}`, { fields: 'id,timestamp,caption,permalink' }, media)
  } catch (error) {
    if (isGraphError(error, isMissing)) return null
    throw error
  }
}

async function get<Shape extends z.ZodType>(
  { http, grant, accountId }: InboxCall<Grant>,
  name: string,
  path: string,
  params: Params,
  shape: Shape,
): Promise<z.output<Shape>> {
  return read(await ask(http, callerOf(grant, accountId), { name, method: 'GET', path, params, maxBytes }), shape)
}

const ownPost = ({ accountId, handle }: InboxCall<Grant>, post: z.output<typeof media>): Reply => ({
  id: post.id,
  text: post.caption,
  timestamp: post.timestamp,
  username: handle,
  from: { id: accountId },
})

interface Below {
  readonly post: string | null
  readonly parentId: string | null
  readonly url: string | null
}

/** The author ID of the account's own comments may differ from the account's ID, but not its username. */
const saidIn = (
  { accountId, handle }: InboxCall<Grant>,
  all: readonly (Reply | null)[],
  { post, parentId, url }: Below,
): Said[] =>
  all.flatMap((one) => {
    if (!one || one.hidden) return []
    const { username, from } = one
    const isOwn = from?.id === accountId || username === handle
    return {
      remoteId: one.id,
      kind: 'reply' as const,
      parentId,
      ...(post === null ? {} : { ownPostId: post }),
      quotedId: null,
      author: {
        remoteId: isOwn ? accountId : (from?.id ?? (username ? `@${username}` : `unknown:${one.id}`)),
        handle: username || 'Instagram user',
        name: null,
      },
      text: (one.text ?? '').slice(0, saidTextMax),
      url,
      language: null,
      files: [],
      saidAt: new Date(one.timestamp),
      editedAt: null,
    }
  })
