import { Link, useParams } from '@tanstack/react-router'
import { type ReactNode, useEffect, useRef } from 'react'
import { type Messages, useMessages } from '#web/i18n/index.ts'
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

/** The frame of the pages with numbers, and the way from one to the other. */
export function AnalyticsFrame({ tab: current, actions, children }: FrameProps) {
  const { analytics } = useMessages()
  const { profileId } = useParams({ from: '/p/$profileId' })
  const tabsRef = useRef<HTMLElement>(null)
  // On a phone the tabs scroll, and the one that is open may be out of sight.
  useEffect(() => {
    tabsRef.current?.querySelector('[aria-current=page]')?.scrollIntoView({ block: 'nearest', inline: 'center' })
  }, [])
  const title = current === 'overview' ? analytics.title : analytics.tabs[current]
  return (
    <Page title={title} lead={analytics.leads[current]} actions={actions}>
      <nav
        ref={tabsRef}
        aria-label={analytics.title}
        className="-mx-4 overflow-x-auto border-line border-b px-4 sm:mx-0 sm:px-0"
      >
        <ul className="flex gap-1">
          {tabs.map(({ tab, to }) => (
            <li key={tab}>
              <Link
                to={to}
                params={{ profileId }}
                activeOptions={{ exact: tab === 'overview', includeSearch: false }}
                className="-mb-px inline-flex min-h-11 items-center whitespace-nowrap border-transparent border-b-2 px-3 text-ink-2 hover:text-ink aria-[current=page]:border-brand aria-[current=page]:font-medium aria-[current=page]:text-ink"
              >
                {analytics.tabs[tab]}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      {children}
    </Page>
  )
}
