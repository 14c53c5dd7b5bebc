import { Link, useParams } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useSession } from '#web/app/session.ts'
import { type Messages, useMessages } from '#web/i18n/index.ts'
import { SideGroup, SideNavigation, sideLinkStyle } from '#web/ui/choice/side-list.tsx'
import { Page } from '#web/ui/page.tsx'
import { placeGroups } from './places.ts'

interface FrameProps {
  readonly tab: keyof Messages['adminPlaces']['tabs']
  readonly actions?: ReactNode
  readonly children: ReactNode
}

/** The frame of the administration pages: a list of the places, and the open one with its lead and actions. */
export function AdminFrame({ tab, actions, children }: FrameProps) {
  const { admin, adminPlaces } = useMessages('admin')
  const title =
    tab === 'overview' ? { title: adminPlaces.name } : { area: adminPlaces.name, title: adminPlaces.tabs[tab] }
  return (
    <Page {...title} actions={actions}>
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-x-10 gap-y-6 lg:grid-cols-[12rem_minmax(0,1fr)]">
        <SideNavigation label={adminPlaces.name} current={adminPlaces.tabs[tab]}>
          <Places />
        </SideNavigation>
        <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
          <p className="-mb-2 max-w-prose text-ink-2">{admin.leads[tab]}</p>
          {children}
        </div>
      </div>
    </Page>
  )
}

/** The pages of the administration in their groups. */
function Places() {
  const { admin, adminPlaces } = useMessages('admin')
  const session = useSession()
  const isSuperadmin = session.state === 'in' && session.signedIn.user.role === 'superadmin'
  const { profileId } = useParams({ from: '/p/$profileId' })
  return (
    <>
      {placeGroups.map(({ group, places }) => (
        <SideGroup
          key={group}
          name={group && admin.groups[group]}
          className={`content-start ${group === null ? 'max-lg:col-span-2' : ''}`}
        >
          {places
            .filter(({ tab }) => (tab !== 'backups' && tab !== 'directory') || isSuperadmin)
            .map(({ tab, to }) => (
              <Link
                key={tab}
                to={to}
                params={{ profileId }}
                activeOptions={{ exact: tab === 'overview', includeSearch: false }}
                className={sideLinkStyle}
              >
                {adminPlaces.tabs[tab]}
              </Link>
            ))}
        </SideGroup>
      ))}
    </>
  )
}
