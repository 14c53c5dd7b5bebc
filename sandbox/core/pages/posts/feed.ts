import { splitText } from '../../text/split.ts'
import type { FeedPost } from './feed-post.ts'

const address = /https?:\/\/[^\s<>"]+/g

/** Splits a text at its links, for the feed page. */
export const linkPieces = (text: string, link = address): FeedPost['text'] =>
  splitText<FeedPost['text'][number]>(text, link, {
    piece: ([found]) => ({ text: found, href: found }),
    plain: (between) => ({ text: between }),
  })

/** Returns the metrics under a post, in the order in which the page shows them. */
export const countRows = (counts: Readonly<Record<string, number>>): FeedPost['counts'] =>
  Object.entries(counts).map(([name, count]) => ({ name, count }))

/** Returns the newest posts of a list in chronological order. */
export function newestOf<Post>(
  posts: readonly Post[],
  limit: number,
  isShown: (post: Post) => boolean = () => true,
): readonly Post[] {
  const newest: Post[] = []
  for (let at = posts.length - 1; at >= 0 && newest.length < limit; at -= 1) {
    const post = posts[at]
    if (post !== undefined && isShown(post)) newest.push(post)
  }
  return newest
}
