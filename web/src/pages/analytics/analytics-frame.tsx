import { Link, useParams } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { type Messages, useMessages } from '#web/i18n/index.ts'
import { TabBar, tabStyle } from '#web/ui/choice/tab-bar.tsx'
import { Page } from '#web/ui/page.tsx'

type Tab = keyof Messages['analytics']['tabs']

const tabs = [
  { tab: 'overview', to: '/p/$profileId/analytics' },
  { tab: 'posts', to: '/p/$profileId/analytics/posts' },
  { tab: 'accounts', to: '/p/$profileId/analytics/accounts' },
  { tab: 'bestTimes', to: '/p/$profileId/analytics/best-times' },
  { tab: 'outliers', to: '/p/$profileId/analytics/outliers' },
  { tab: 'labels', to: '/p/$profileId/analytics/labels' },
  { tab: 'compare', to: '/p/$profileId/analytics/compare' },
] as const

interface FrameProps {
  readonly tab: Tab
  readonly actions?: ReactNode
  readonly children: ReactNode
}

/** The frame of the analytics pages, with the navigation between them. */
export function AnalyticsFrame({ tab: current, actions, children }: FrameProps) {
  const { analytics } = useMessages()
  const { profileId } = useParams({ from: '/p/$profileId' })
  return (
    <Page title={analytics.title} part={analytics.tabs[current]} actions={actions}>
      <TabBar label={analytics.title}>
        {tabs.map(({ tab, to }) => (
          <Link
            key={tab}
            to={to}
            params={{ profileId }}
            activeOptions={{ exact: tab === 'overview', includeSearch: false }}
            className={tabStyle}
          >
            {analytics.tabs[tab]}
          </Link>
        ))}
      </TabBar>
      {children}
    </Page>
  )
}
