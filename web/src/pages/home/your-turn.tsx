import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useMessages } from '#web/i18n/index.ts'
import { PostRow } from '#web/posts/post-row.tsx'
import type { Post } from '#web/posts/post-time.ts'
import { Button, smallButtonStyle } from '#web/ui/button.tsx'
import { RowList } from '#web/ui/card.tsx'
import { Section } from '#web/ui/section.tsx'
import { shownPosts } from './home-posts.ts'

/** Lists the posts that the reader can approve now, the next one first. Each leads to its page, which shows all of it. */
export function YourTurn({ posts }: { readonly posts: readonly Post[] }) {
  const { calendar, home } = useMessages()
  const [isExpanded, setExpanded] = useState(false)
  if (posts.length === 0) return null
  const shown = isExpanded ? posts : posts.slice(0, shownPosts)
  return (
    <Section
      title={home.yourTurn}
      actions={
        posts.length > shown.length && (
          <Button isSmall variant="quiet" onClick={() => setExpanded(true)}>
            {calendar.more(posts.length - shown.length)}
          </Button>
        )
      }
    >
      <RowList label={home.yourTurn}>
        {shown.map((post) => (
          <li key={post.id}>
            <PostRow
              post={post}
              actions={
                <Link
                  to="/p/$profileId/posts/$postId"
                  params={{ profileId: post.profileId, postId: post.id }}
                  className={smallButtonStyle('plain')}
                >
                  {home.review}
                </Link>
              }
            />
          </li>
        ))}
      </RowList>
    </Section>
  )
}
