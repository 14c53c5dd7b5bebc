import { Link, useParams } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useSession } from '#web/app/session.ts'
import { type Messages, useMessages } from '#web/i18n/index.ts'
import { Icon } from '#web/icons/icon.tsx'
import { Page } from '#web/ui/page.tsx'
import { placeGroups } from './places.ts'

interface FrameProps {
  readonly tab: keyof Messages['adminPlaces']['tabs']
  readonly actions?: ReactNode
  readonly children: ReactNode
}

/** The frame of the administration pages. Its border sets them apart from those of a brand. */
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

/**
 * The navigation between the administration pages: a list at the side, or a menu that folds out if space is limited.
 */
function AdminNavigation({ current }: { readonly current: keyof Messages['adminPlaces']['tabs'] }) {
  const { adminPlaces } = useMessages()
  return (
    <nav aria-label={adminPlaces.name}>
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
    <ul className="grid gap-4 max-lg:grid-cols-2 max-lg:gap-x-2">
      {placeGroups.map(({ group, places }) => (
        <li key={group} className={group === null ? 'max-lg:col-span-2' : ''}>
          {group && <p className="mb-1 px-2.5 font-medium text-ink-3 text-xs">{admin.groups[group]}</p>}
          <ul className="grid gap-0.5">
            {places
              .filter(({ tab }) => tab !== 'backups' || isSuperadmin)
              .map(({ tab, to }) => (
                <li key={tab}>
                  <Link
                    to={to}
                    params={{ profileId }}
                    activeOptions={{ exact: tab === 'overview', includeSearch: false }}
                    className="flex min-h-11 items-center rounded-md px-2.5 text-ink-2 hover:bg-sunken hover:text-ink aria-[current=page]:bg-sunken aria-[current=page]:font-medium aria-[current=page]:text-ink lg:min-h-8"
                  >
                    {adminPlaces.tabs[tab]}
                  </Link>
                </li>
              ))}
          </ul>
        </li>
      ))}
    </ul>
  )
}
