import { Link, useParams } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { type Messages, useMessages } from '#web/i18n/index.ts'
import { Page } from '#web/ui/page.tsx'

type Tab = keyof Messages['settings']['tabs']

const tabs = [
  { tab: 'general', to: '/p/$profileId/settings' },
  { tab: 'account', to: '/p/$profileId/settings/account' },
  { tab: 'members', to: '/p/$profileId/settings/members' },
  { tab: 'usage', to: '/p/$profileId/settings/usage' },
  { tab: 'activity', to: '/p/$profileId/settings/activity' },
  { tab: 'apiKeys', to: '/p/$profileId/settings/api-keys' },
  { tab: 'webhooks', to: '/p/$profileId/settings/webhooks' },
] as const

interface FrameProps {
  readonly tab: Tab
  readonly actions?: ReactNode
  readonly children: ReactNode
}

/** The frame of the pages of the settings: the title and lead of the chosen one, and the way to the others. */
export function SettingsFrame({ tab: current, actions, children }: FrameProps) {
  const { settings, shell } = useMessages()
  const { profileId } = useParams({ from: '/p/$profileId' })
  return (
    <Page title={settings.titles[current]} lead={settings.leads[current]} actions={actions}>
      <nav aria-label={shell.settings} className="-mx-4 overflow-x-auto border-line border-b px-4 sm:mx-0 sm:px-0">
        <ul className="flex gap-1">
          {tabs.map(({ tab, to }) => (
            <li key={tab}>
              <Link
                to={to}
                params={{ profileId }}
                activeOptions={{ exact: tab === 'general' }}
                className="-mb-px inline-flex min-h-11 items-center whitespace-nowrap border-transparent border-b-2 px-3 text-ink-2 hover:text-ink aria-[current=page]:border-brand aria-[current=page]:font-medium aria-[current=page]:text-ink"
              >
                {settings.tabs[tab]}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <div className="grid max-w-3xl grid-cols-[minmax(0,1fr)] gap-6">{children}</div>
    </Page>
  )
}
