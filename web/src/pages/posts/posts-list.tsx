import { PostRow } from '#web/posts/post-row.tsx'
import type { Post } from '#web/posts/post-time.ts'

interface ListProps {
  readonly posts: readonly Post[]
  /** True while these are the posts of the view before. */
  readonly isDimmed: boolean
}

/** The posts of a view, one to a row. */
export function PostsList({ posts, isDimmed }: ListProps) {
  return (
    <ul
      aria-busy={isDimmed}
      className={`divide-y divide-line overflow-hidden rounded-lg border border-line bg-surface transition-opacity duration-120 ${isDimmed ? 'opacity-60' : ''}`}
    >
      {posts.map((post) => (
        <li key={post.id}>
          <PostRow post={post} />
        </li>
      ))}
    </ul>
  )
}
