import type { ReactNode } from 'react'
import { type Messages, useMessages } from '#web/i18n/index.ts'
import { Page } from '#web/ui/page.tsx'
import { AdminNavigation } from './admin-navigation.tsx'

interface FrameProps {
  readonly tab: keyof Messages['adminPlaces']['tabs']
  readonly actions?: ReactNode
  readonly children: ReactNode
}

/** The frame of the pages for people who run the installation. Its edge keeps them apart from those of a brand. */
export function AdminFrame({ tab, actions, children }: FrameProps) {
  const { admin, adminPlaces } = useMessages('admin')
  const title =
    tab === 'overview' ? { title: adminPlaces.name } : { area: adminPlaces.name, title: adminPlaces.tabs[tab] }
  return (
    <div className="border-brass border-t-4">
      <Page {...title} lead={admin.leads[tab]} actions={actions} hasWideActions>
        <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-6 lg:grid-cols-[9.5rem_minmax(0,1fr)] xl:gap-10">
          <AdminNavigation current={tab} />
          <div className="grid grid-cols-[minmax(0,1fr)] gap-6">{children}</div>
        </div>
      </Page>
    </div>
  )
}
