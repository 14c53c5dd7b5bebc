import { z } from 'zod'
import { readAnswer } from '#connectors/api/json-api.ts'
import { type Call, CallFailed, type Next, type Outgoing, type Step } from '#connectors/connector.ts'
import { earliestMs, plainText, selectOnly } from '#connectors/search/search.ts'
import { write } from '../api.ts'
import type { Grant } from '../auth/grant.ts'
import { listComments } from '../inbox/comments.ts'
import type { Memo } from '../memo.ts'
import { textOf } from '../plan.ts'
import { parse } from '../verdicts/parse-error.ts'

const listsMax = 5
type Page = Awaited<ReturnType<typeof listComments>>
type Reply = Page['comments'][number]
const created = z.object({ id: z.string().min(1).max(200) })

/** Replies in a thread of comments. A reply to a reply is shown below the first comment, too. */
export const reply: Step<Grant, Memo> = {
  repeat: 'once',
  async run(call, post, memo) {
    const json = { snippet: { parentId: post.answers?.rootId ?? '', textOriginal: textOf(post) } }
    const answer = await write(call, { name: 'insertComment', path: 'comments?part=snippet', json })
    return shown(memo, readAnswer(answer, created).id)
  },
  async find(call, post, memo, { first, ours }) {
    const recent = await readReplies(call, post)
    if (recent === null) return 'unsure'
    const sinceMs = earliestMs(first)
    const text = plainText(textOf(post))
    const found = await selectOnly(
      recent,
      async ({ id, snippet }) =>
        snippet.authorChannelId?.value === call.grant.channelId &&
        snippet.publishedAt.getTime() >= sinceMs &&
        plainText(snippet.textDisplay) === text &&
        (await ours(id)),
    )
    return typeof found === 'string' ? found : shown(memo, found.id)
  },
}

/**
 * Reads the replies of the thread. YouTube documents no order, so the list counts only if it was read to its end. Null if
 * the thread no longer exists.
 */
async function readReplies(call: Call<Grant>, { answers }: Outgoing) {
  const posts: Reply[] = []
  let token: string | null = null
  for (let list = 0; list < listsMax; list += 1) {
    const query: Record<string, string> = {
      parentId: answers?.rootId ?? '',
      maxResults: '100',
      ...(token === null ? {} : { pageToken: token }),
    }
    const page: Page | null = await listComments(call, query).catch(ofMissing)
    if (page === null) return null
    posts.push(...page.comments)
    token = page.token
    if (token === null) return { posts, isWhole: true }
  }
  return { posts, isWhole: false }
}

/** The replies of a comment that was deleted cannot be read. */
function ofMissing(error: unknown): null {
  if (error instanceof CallFailed && parse(error.failure)?.code === 'commentNotFound') return null
  throw error
}

const shown = (memo: Memo, id: string): Next<Memo> => ({
  memo,
  shown: { part: 0, remoteId: id, url: null },
  end: true,
})
