import { Link, useParams } from '@tanstack/react-router'
import { type ReactNode, useId } from 'react'
import { type Messages, useMessages } from '#web/i18n/index.ts'
import { SideGroup, SideNavigation, sideLinkStyle } from '#web/ui/choice/side-list.tsx'
import { Page } from '#web/ui/page.tsx'

type Tab = keyof Messages['settings']['tabs']

/** The sections, by what they belong to. */
const groups = [
  {
    group: 'brand',
    tabs: [
      { tab: 'general', to: '/p/$profileId/settings' },
      { tab: 'postingTimes', to: '/p/$profileId/settings/posting-times' },
      { tab: 'members', to: '/p/$profileId/settings/members' },
      { tab: 'labels', to: '/p/$profileId/settings/labels' },
      { tab: 'texts', to: '/p/$profileId/settings/texts' },
    ],
  },
  {
    group: 'account',
    tabs: [
      { tab: 'account', to: '/p/$profileId/settings/account' },
      { tab: 'security', to: '/p/$profileId/settings/account/security' },
      { tab: 'apps', to: '/p/$profileId/settings/account/apps' },
      { tab: 'data', to: '/p/$profileId/settings/account/data' },
      { tab: 'usage', to: '/p/$profileId/settings/usage' },
      { tab: 'activity', to: '/p/$profileId/settings/activity' },
    ],
  },
  {
    group: 'developers',
    tabs: [
      { tab: 'apiKeys', to: '/p/$profileId/settings/api-keys' },
      { tab: 'webhooks', to: '/p/$profileId/settings/webhooks' },
    ],
  },
] as const

/** Sections whose URL is the start of another section's. */
const exactTabs: readonly Tab[] = ['general', 'account']

interface FrameProps {
  readonly tab: Tab
  /** The title and lead of a page below the section. A link above them leads back to the section. */
  readonly below?: {
    readonly title: ReactNode
    /** The title as text, for the browser's tab. */
    readonly part: string
    readonly lead?: string
    readonly crumb: ReactNode
  }
  readonly actions?: ReactNode
  /** True for content in two columns, which needs more room than a form. */
  readonly isWide?: boolean
  readonly children: ReactNode
}

/** The frame of the settings pages: a list of the sections, and the open one with its title, lead and actions. */
export function SettingsFrame({ tab: current, below, actions, isWide = false, children }: FrameProps) {
  const { settings, shell } = useMessages()
  const title = useId()
  return (
    <Page title={shell.settings} part={below?.part ?? settings.titles[current]} isFull={isWide}>
      <div
        className={`grid grid-cols-[minmax(0,1fr)] items-start gap-x-10 gap-y-6 ${isWide ? 'lg:grid-cols-[12rem_minmax(0,1fr)]' : 'lg:grid-cols-[12rem_minmax(0,48rem)]'}`}
      >
        <SideNavigation label={shell.settings} current={settings.tabs[current]}>
          {groups.map(({ group, tabs }) => (
            <SideGroup key={group} name={settings.groups[group]} className="content-start">
              {tabs.map(({ tab, to }) => (
                <SectionLink key={tab} tab={tab} to={to} />
              ))}
            </SideGroup>
          ))}
        </SideNavigation>
        <section aria-labelledby={title} className="grid grid-cols-[minmax(0,1fr)] gap-5">
          <header className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3">
            <div className="grid min-w-0 gap-0.5">
              {below?.crumb}
              {/* In a small window, the menu above says the same. */}
              <h2 id={title} className={`break-words font-semibold text-lg ${below ? '' : 'max-lg:sr-only'}`}>
                {below?.title ?? settings.titles[current]}
              </h2>
              {!(below && below.lead === undefined) && (
                <p className="max-w-prose text-ink-2 text-sm">{below?.lead ?? settings.leads[current]}</p>
              )}
            </div>
            {actions && <div className="flex flex-wrap gap-2">{actions}</div>}
          </header>
          {children}
        </section>
      </div>
    </Page>
  )
}

interface LinkProps {
  readonly tab: Tab
  readonly to: (typeof groups)[number]['tabs'][number]['to']
}

function SectionLink({ tab, to }: LinkProps) {
  const { settings } = useMessages()
  const { profileId } = useParams({ from: '/p/$profileId' })
  return (
    <Link to={to} params={{ profileId }} activeOptions={{ exact: exactTabs.includes(tab) }} className={sideLinkStyle}>
      {settings.tabs[tab]}
    </Link>
  )
}
