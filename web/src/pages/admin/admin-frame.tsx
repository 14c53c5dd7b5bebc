import { Link, useParams } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { type Messages, useMessages } from '#web/i18n/index.ts'
import { Page } from '#web/ui/page.tsx'

const tabs = [
  { tab: 'overview', to: '/p/$profileId/admin' },
  { tab: 'users', to: '/p/$profileId/admin/users' },
  { tab: 'networks', to: '/p/$profileId/admin/networks' },
] as const

interface FrameProps {
  readonly tab: keyof Messages['admin']['tabs']
  readonly children: ReactNode
}

/** The frame of the pages for people who run the installation. Its edge keeps them apart from those of a brand. */
export function AdminFrame({ tab: current, children }: FrameProps) {
  const { admin } = useMessages()
  const { profileId } = useParams({ from: '/p/$profileId' })
  return (
    <div className="border-brass border-t-4">
      <Page title={admin.titles[current]} lead={admin.leads[current]}>
        <nav aria-label={admin.name} className="-mx-4 overflow-x-auto border-line border-b px-4 sm:mx-0 sm:px-0">
          <ul className="flex gap-1">
            {tabs.map(({ tab, to }) => (
              <li key={tab}>
                <Link
                  to={to}
                  params={{ profileId }}
                  activeOptions={{ exact: tab === 'overview' }}
                  className="-mb-px inline-flex min-h-11 items-center whitespace-nowrap border-transparent border-b-2 px-3 text-ink-2 hover:text-ink aria-[current=page]:border-brand aria-[current=page]:font-medium aria-[current=page]:text-ink"
                >
                  {admin.tabs[tab]}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
        {children}
      </Page>
    </div>
  )
}
