import { Link, useParams } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { type Messages, useMessages } from '#web/i18n/index.ts'
import { TabBar, tabStyle } from '#web/ui/choice/tab-bar.tsx'
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
  readonly hasWideActions?: boolean
  readonly children: ReactNode
}

/** The frame of the settings pages: the title and lead of the current one, and navigation to the others. */
export function SettingsFrame({ tab: current, actions, hasWideActions = false, children }: FrameProps) {
  const { settings, shell } = useMessages()
  const { profileId } = useParams({ from: '/p/$profileId' })
  return (
    <Page
      title={settings.titles[current]}
      lead={settings.leads[current]}
      actions={actions}
      hasWideActions={hasWideActions}
      isNarrow
    >
      <TabBar label={shell.settings}>
        {tabs.map(({ tab, to }) => (
          <Link
            key={tab}
            to={to}
            params={{ profileId }}
            activeOptions={{ exact: tab === 'general' }}
            className={tabStyle}
          >
            {settings.tabs[tab]}
          </Link>
        ))}
      </TabBar>
      {children}
    </Page>
  )
}
