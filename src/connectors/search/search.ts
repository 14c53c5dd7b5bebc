import { compose } from '#rules/count/compose.ts'

/**
 * The search for a post whose response was lost, among the posts that the network lists for the account. Each network
 * defines its own matching; reading back in time and choosing are the same everywhere.
 */

export interface Search {
  /** The earliest time at which the post can have been sent. */
  readonly since: Date
  /** False for a post that belongs to another publication. */
  ours(remoteId: string): Promise<boolean>
}

/** `unsure`: several posts match, or the list does not reach back to the time in question. */
export type NotFound = 'absent' | 'unsure'

/** The largest assumed difference between two clocks. */
const clocksApartMs = 120_000

/** Returns the earliest time that a network can state for something sent at the given time by our clock. */
export const earliestMs = (sent: Date): number => sent.getTime() - clocksApartMs

interface Listed<Post> {
  readonly posts: readonly Post[]
  /** True if the list reaches back to the time in question. */
  readonly isWhole: boolean
}

interface Page<Post, Cursor> {
  readonly posts: readonly Post[]
  /** True if nothing older than this page matters. */
  readonly isLast: boolean
  /** The cursor of the next older page. */
  readonly next?: Cursor | undefined
}

/** Reads a list page by page, back to the time in question or up to a number of pages. */
export async function readBack<Post, Cursor>(
  pagesMax: number,
  readPage: (cursor: Cursor | undefined) => Promise<Page<Post, Cursor>>,
): Promise<Listed<Post>> {
  const posts: Post[] = []
  let cursor: Cursor | undefined
  for (let nth = 0; nth < pagesMax; nth += 1) {
    const page = await readPage(cursor)
    posts.push(...page.posts)
    if (page.isLast || page.next === undefined) return { posts, isWhole: page.isLast }
    cursor = page.next
  }
  return { posts, isWhole: false }
}

/** Selects the only post that is ours. If several match, any choice would be a guess. */
export async function selectOnly<Post>(
  { posts, isWhole }: Listed<Post>,
  isOurs: (post: Post) => boolean | Promise<boolean>,
): Promise<Post | NotFound> {
  const mine: Post[] = []
  for (const post of posts) if (await isOurs(post)) mine.push(post)
  const [only, ...others] = mine
  if (only !== undefined && others.length === 0) return only
  return only !== undefined || !isWhole ? 'unsure' : 'absent'
}

/** Normalizes a text: networks use a single line ending and may trim whitespace. */
export const plainText = (text: string): string => compose(text.replaceAll('\r\n', '\n')).trim()
