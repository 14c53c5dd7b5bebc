import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { useMessages } from '#web/i18n/index.ts'
import { FilterBar } from '#web/posts/filters/filter-bar.tsx'
import { toApiFilter } from '#web/posts/filters/match-filter.ts'
import { readPageFilter } from '#web/posts/filters/read-filter.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Toolbar } from '#web/ui/toolbar.tsx'
import { AnalyticsFrame } from './analytics-frame.tsx'
import { readAnalyticsSearch } from './analytics-search.ts'
import { FirstNumbers } from './overview/first-numbers.tsx'
import { PublishedPosts } from './parts/published-posts.tsx'

const route = '/p/$profileId/analytics/posts'

/** Shows the metrics of published posts, all of them or those of an account, a label or an author. */
export function NumbersOfPostsPage() {
  const { analytics } = useMessages()
  const { profileId } = useParams({ from: route })
  const { account, label, author } = useSearch({ from: route })
  const navigate = useNavigate({ from: route })
  const filter = readPageFilter({ account, label, author })
  return (
    <AnalyticsFrame tab="posts">
      <Toolbar>
        <FilterBar
          profileId={profileId}
          names={['account', 'label', 'author']}
          value={filter}
          onChange={(change) =>
            void navigate({ search: (search) => readAnalyticsSearch({ ...search, ...change }), replace: true })
          }
        />
      </Toolbar>
      <PublishedPosts
        profileId={profileId}
        filter={toApiFilter(filter)}
        empty={
          Object.keys(filter).length === 0 ? (
            <FirstNumbers profileId={profileId} hasAccounts />
          ) : (
            <EmptyState icon="chart" title={analytics.posts.none} lead={analytics.posts.noneLead} />
          )
        }
      />
    </AnalyticsFrame>
  )
}
