import { Link, useParams } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useSession } from '#web/app/session.ts'
import { type Messages, useMessages } from '#web/i18n/index.ts'
import { Icon } from '#web/icons/icon.tsx'
import { SideGroup, sideLinkStyle } from '#web/ui/choice/side-list.tsx'
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
    <Page {...title} actions={actions} hasWideActions>
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-x-10 gap-y-6 lg:grid-cols-[12rem_minmax(0,1fr)]">
        <AdminNavigation current={tab} />
        <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
          <p className="-mb-2 max-w-prose text-ink-2">{admin.leads[tab]}</p>
          {children}
        </div>
      </div>
    </Page>
  )
}

/**
 * The navigation between the administration pages: a list at the side, or a menu that folds out if space is limited.
 */
function AdminNavigation({ current }: { readonly current: keyof Messages['adminPlaces']['tabs'] }) {
  const { adminPlaces } = useMessages()
  return (
    <nav aria-label={adminPlaces.name} className="top-[calc(var(--top)+var(--bar)+1.5rem)] tall:sticky">
      <details className="group rounded-lg border border-line bg-surface lg:hidden">
        <summary className="flex min-h-11 list-none items-center justify-between px-4 font-medium [&::-webkit-details-marker]:hidden">
          {adminPlaces.tabs[current]}
          <Icon name="chevron" className="size-4 text-ink-3 transition-transform group-open:rotate-180" />
        </summary>
        <div className="border-line border-t p-2">
          <Places />
        </div>
      </details>
      <div className="max-lg:hidden">
        <Places />
      </div>
    </nav>
  )
}

function Places() {
  const { admin, adminPlaces } = useMessages('admin')
  const session = useSession()
  const isSuperadmin = session.state === 'in' && session.signedIn.user.role === 'superadmin'
  const { profileId } = useParams({ from: '/p/$profileId' })
  return (
    <div className="grid gap-4 max-lg:grid-cols-2 max-lg:gap-x-2">
      {placeGroups.map(({ group, places }) => (
        <SideGroup
          key={group}
          name={group && admin.groups[group]}
          className={`content-start ${group === null ? 'max-lg:col-span-2' : ''}`}
        >
          {places
            .filter(({ tab }) => tab !== 'backups' || isSuperadmin)
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
    </div>
  )
}
