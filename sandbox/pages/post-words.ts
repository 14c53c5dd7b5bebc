import type { FeedPost } from '../core/pages/posts/feed-post.ts'

/** Summarizes a post in a line: its title, its text, or its files. */
export function wordsOf({ title, text, media, poll }: FeedPost): string {
  const words = text
    .map((piece) => piece.text)
    .join('')
    .trim()
  const [file] = media
  const files = file && (media.length === 1 ? `1 ${file.kind}` : `${media.length} files`)
  return title || words || poll?.question || files || 'A post without text'
}
