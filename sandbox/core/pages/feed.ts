import type { FeedPost } from '../network.ts'

const address = /https?:\/\/[^\s<>"]+/g

/** Splits a text at its links, for the feed page. */
export function linkPieces(text: string, link = address): FeedPost['text'] {
  const pieces: { text: string; href?: string }[] = []
  let from = 0
  for (const found of text.matchAll(link)) {
    if (found.index > from) pieces.push({ text: text.slice(from, found.index) })
    pieces.push({ text: found[0], href: found[0] })
    from = found.index + found[0].length
  }
  if (from < text.length) pieces.push({ text: text.slice(from) })
  return pieces
}

/** Returns the newest posts of a list that is in the order of time. */
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
