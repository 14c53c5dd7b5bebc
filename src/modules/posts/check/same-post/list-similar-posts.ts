import type { Db } from '#infra/db/client.ts'
import { type AccountId, type PostId, type ProfileId, toWire } from '#kernel/ids.ts'
import { platformFields } from '#rules/network-names.ts'
import { listComparedPosts } from '../../store/same-posts.ts'
import { areSimilar, comparedCharacters, countWords, type WordCounts } from '../../word-overlap.ts'
import type { CheckedTarget, PostIssue } from '../check-draft.ts'

interface Compared {
  readonly profileId: ProfileId
  /** The post that is being changed. */
  readonly postId: PostId | null
  readonly days: number
  /** The targets to compare. */
  readonly targets: readonly Pick<CheckedTarget, 'target' | 'outgoing'>[]
}

/** The maximum number of characters of other posts that one check reads, so that it never holds up other requests. */
const maxCharacters = 200_000

/**
 * Lists for each target another post of its account with nearly the same text: the next planned one, else the latest
 * published one. Only a hint for the author: the comparison is a guess, and nothing is refused because of it.
 */
export async function listSimilarPosts(db: Db, { profileId, postId, days, targets }: Compared): Promise<PostIssue[]> {
  const texts = targets.flatMap(({ target, outgoing }) => {
    const text = outgoing?.parts[0]?.text ?? ''
    return target.accountId !== null && text !== '' ? [{ target, accountId: target.accountId, text }] : []
  })
  if (texts.length === 0) return []
  const accounts = texts.map(({ accountId }) => accountId)
  const others = await listComparedPosts(db, profileId, { accounts, days, own: postId })
  const count = countOnce()
  const found = new Map<AccountId, (typeof others)[number]>()
  for (const other of others)
    for (const { accountId, text } of other.targets) {
      const own = found.has(accountId) ? undefined : texts.find((one) => one.accountId === accountId)
      if (!own) continue
      const [mine, theirs] = [count(own.text), count(text ?? other.text)]
      if (mine && theirs && areSimilar(mine, theirs)) found.set(accountId, other)
    }
  return texts.flatMap(({ target, accountId }) => {
    const other = found.get(accountId)
    return other ? [describe(target, accountId, other)] : []
  })
}

/** Counts the words of each text once, up to a maximum number of texts. */
function countOnce(): (text: string) => WordCounts | null {
  const known = new Map<string, WordCounts>()
  let left = maxCharacters
  return (text) => {
    const counted = known.get(text)
    if (counted) return counted
    left -= Math.min(text.length, comparedCharacters)
    if (left < 0) return null
    const counts = countWords(text)
    known.set(text, counts)
    return counts
  }
}

function describe(
  { index, network }: CheckedTarget['target'],
  accountId: AccountId,
  { postId, at: time, state }: Awaited<ReturnType<typeof listComparedPosts>>[number],
): PostIssue {
  const at = time.toISOString()
  const id = toWire('post', postId)
  const what =
    state === 'planned' ? 'has a post with nearly the same text planned for' : 'published nearly the same text at'
  return {
    code: 'similar_post',
    message: `This account ${what} ${at}: ${id}.`,
    path: `/platforms/${index}`,
    params: { postId: id, at, state },
    ...platformFields(network),
    accountId: toWire('acc', accountId),
  }
}
