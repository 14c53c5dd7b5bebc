import { Link, Outlet, useParams } from '@tanstack/react-router'
import { useSession } from '#web/app/session.ts'
import { useMessages } from '#web/i18n/index.ts'
import { buttonStyle } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Page } from '#web/ui/page.tsx'

/** The administration pages, for server administrators. Everyone else gets a notice, and nothing is fetched. */
export function AdminArea() {
  const { admin, adminPlaces, shell } = useMessages('admin')
  const { profileId } = useParams({ from: '/p/$profileId' })
  const session = useSession()
  if (session.state !== 'in' || session.signedIn.user.role !== 'user') return <Outlet />
  return (
    <Page title={adminPlaces.name}>
      <EmptyState
        icon="server"
        title={admin.closed}
        lead={admin.closedLead}
        action={
          <Link to="/p/$profileId" params={{ profileId }} className={buttonStyle('plain')}>
            {shell.problem.goHome}
          </Link>
        }
      />
    </Page>
  )
}
