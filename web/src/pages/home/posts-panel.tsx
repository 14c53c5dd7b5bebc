import type { ComponentType } from 'react'
import { useMessages } from '#web/i18n/index.ts'
import { PostLink } from '#web/posts/post-link.tsx'
import { PostNetworks } from '#web/posts/post-networks.tsx'
import type { Post } from '#web/posts/post-time.ts'
import { StatusIcon } from '#web/ui/marks/status-badge.tsx'
import { OneLine } from '#web/ui/one-line.tsx'
import { StateLine } from './post-lines.tsx'

interface PanelProps {
  readonly posts: readonly Post[]
  readonly whenEmpty?: string
  /** Tells what matters of a post here. */
  readonly line?: ComponentType<{ readonly post: Post }>
}

/** A short list of posts, each a link to its page. */
export function PostsPanel({ posts, whenEmpty, line: Line = StateLine }: PanelProps) {
  const { shell } = useMessages()
  if (posts.length === 0) return <p className="text-ink-3">{whenEmpty}</p>
  return (
    <ul className="@container divide-y divide-line overflow-hidden rounded-lg border border-line bg-surface">
      {posts.map((post) => (
        <li key={post.id}>
          <PostLink
            post={post}
            className="flex min-h-14 items-center gap-3 px-4 py-2.5 -outline-offset-2 hover:bg-sunken"
          >
            <StatusIcon status={post.status} />
            <span className="min-w-0 flex-1">
              <OneLine>{post.content || shell.post.untitled}</OneLine>
              <span className="nums line-clamp-2 text-ink-3 text-sm">
                <Line post={post} />
              </span>
            </span>
            <span className="@max-md:hidden">
              <PostNetworks post={post} />
            </span>
          </PostLink>
        </li>
      ))}
    </ul>
  )
}
