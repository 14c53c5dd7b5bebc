import type { KnownItem, ReadAgain, SaidNow } from '#connectors/contract/inbox.ts'
import { isGraphError } from './walk.ts'

/** The maximum number of items at a time: each takes a call. */
export const readAgainMax = 20

interface Calls {
  readComment(id: string): Promise<SaidNow>
  /**
   * True if the network returns all comments below a post. Otherwise some of those that it does not return may exist,
   * such as those of people whom the account restricted. Omitted if it returns such comments by their ID.
   */
  readonly returnsAll?: (postId: string) => Promise<boolean>
}

/** Reads comments by their IDs. */
export async function readEachAgain(
  items: readonly KnownItem[],
  { readComment, returnsAll }: Calls,
): Promise<ReadAgain> {
  const found: SaidNow[] = []
  const gone: KnownItem[] = []
  for (const item of items) {
    try {
      found.push(await readComment(item.remoteId))
    } catch (error) {
      if (isGraphError(error, isGone)) gone.push(item)
      else if (!isGraphError(error, isForbidden)) throw error
    }
  }
  const posts = new Set(gone.flatMap(({ postId }) => postId ?? []))
  const complete = new Set<string>()
  for (const post of posts) if (await isComplete(post, returnsAll)) complete.add(post)
  const isMissing = ({ postId }: KnownItem) => !returnsAll || (postId !== null && complete.has(postId))
  return {
    found,
    missing: gone.filter(isMissing).map(({ remoteId }) => remoteId),
    unclear: gone.filter((one) => !isMissing(one)).map(({ remoteId }) => remoteId),
  }
}

async function isComplete(postId: string, returnsAll: Calls['returnsAll']): Promise<boolean> {
  if (!returnsAll) return true
  try {
    return await returnsAll(postId)
  } catch (error) {
    // Comments below a deleted post do not exist.
    if (isGraphError(error, isGone)) return true
    if (isGraphError(error, () => true)) return false
    throw error
  }
}

const isGone = (code: number, subcode: number | null): boolean => (code === 100 && subcode === 33) || code === 24
const isForbidden = (code: number): boolean => code === 3 || code === 10 || (code >= 200 && code < 300)
