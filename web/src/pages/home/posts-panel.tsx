import { PostRow } from '#web/posts/post-row.tsx'
import type { Post } from '#web/posts/post-time.ts'
import { RowList } from '#web/ui/card.tsx'
import { EmptyLine } from '#web/ui/empty-state.tsx'

interface PanelProps {
  readonly label: string
  readonly posts: readonly Post[]
  readonly whenEmpty: string
}

/** A short list of posts. */
export function PostsPanel({ label, posts, whenEmpty }: PanelProps) {
  if (posts.length === 0) return <EmptyLine>{whenEmpty}</EmptyLine>
  return (
    <RowList label={label}>
      {posts.map((post) => (
        <li key={post.id}>
          <PostRow post={post} />
        </li>
      ))}
    </RowList>
  )
}
