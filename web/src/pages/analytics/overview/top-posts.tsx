import { useMessages } from '#web/i18n/index.ts'
import { formatNumber, formatRate } from '#web/lib/number.ts'
import { Section } from '#web/ui/section.tsx'
import type { Overview } from '../analytics-queries.ts'
import { NumbersTable } from '../parts/numbers-table.tsx'
import { PostName } from '../parts/post-name.tsx'

/** The posts of the period that people reacted to most. */
export function TopPosts({ profileId, of }: { readonly profileId: string; readonly of: Overview }) {
  const { analytics } = useMessages()
  return (
    <Section title={analytics.topPosts} lead={analytics.topPostsLead}>
      <NumbersTable
        caption={analytics.topPosts}
        head={analytics.posts.column}
        rows={of.topPosts}
        keyOf={({ postId }) => postId}
        name={({ postId, content, publishedAt, networks }) => (
          <PostName profileId={profileId} postId={postId} content={content} at={publishedAt} networks={networks} />
        )}
        columns={[
          ...(['views', 'likes', 'comments', 'shares'] as const).map((metric) => ({
            key: metric,
            name: analytics.metrics[metric],
            show: (post: Overview['topPosts'][number]) => formatNumber(post[metric]),
          })),
          { key: 'rate', name: analytics.metrics.rate, show: ({ engagementRate }) => formatRate(engagementRate) },
        ]}
      />
    </Section>
  )
}
