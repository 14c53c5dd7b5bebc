import { Link, useParams } from '@tanstack/react-router'
import { useSession } from '#web/app/session.ts'
import { useMessages } from '#web/i18n/index.ts'
import { Icon } from '#web/icons/icon.tsx'
import { RowList } from '#web/ui/card.tsx'
import { Section } from '#web/ui/section.tsx'

const steps = [
  { step: 'networks', icon: 'plug', to: '/p/$profileId/admin/networks' },
  { step: 'backups', icon: 'server', to: '/p/$profileId/admin/backups' },
  { step: 'alerts', icon: 'bell', to: '/p/$profileId/admin/alerts' },
  { step: 'members', icon: 'user', to: '/p/$profileId/settings/members' },
] as const

/** Leads to what an installation needs before its first post. */
export function NextSteps() {
  const { admin } = useMessages('admin')
  const words = admin.overview.next
  const session = useSession()
  const isSuperadmin = session.state === 'in' && session.signedIn.user.role === 'superadmin'
  const { profileId } = useParams({ from: '/p/$profileId' })
  return (
    <Section title={words.title}>
      <RowList label={words.title}>
        {steps
          .filter(({ step }) => step !== 'backups' || isSuperadmin)
          .map(({ step, icon, to }) => (
            <li key={step}>
              <Link
                to={to}
                params={{ profileId }}
                className="grid min-h-14 grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-3 px-4 py-2.5 hover:bg-sunken"
              >
                <Icon name={icon} className="size-5 text-ink-3" />
                <span className="grid">
                  <span className="font-medium">{words[step].name}</span>
                  <span className="text-ink-2 text-sm">{words[step].about}</span>
                </span>
                <Icon name="right" className="size-4 text-ink-3" />
              </Link>
            </li>
          ))}
      </RowList>
    </Section>
  )
}
