import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { accountsQuery, providersQuery } from '#web/app/queries.ts'
import { useRights } from '#web/app/rights/rights.ts'
import type { Account } from '#web/compose/draft/draft.ts'
import { openArea } from '#web/i18n/frame.ts'
import { useMessages } from '#web/i18n/index.ts'
import { Icon } from '#web/icons/icon.tsx'
import { useNarrow } from '#web/lib/browser/use-narrow.ts'
import { formatDistance } from '#web/lib/time.ts'
import { Button, buttonStyle } from '#web/ui/button.tsx'
import { makeLatePart } from '#web/ui/late/late-part.tsx'
import { NetworkMark } from '#web/ui/marks/network-mark.tsx'
import { Menu, MenuItem } from '#web/ui/menu.tsx'
import { Page } from '#web/ui/page.tsx'
import { ProblemBanner } from '#web/ui/problem-banner.tsx'
import { Section } from '#web/ui/section.tsx'
import { WaitingRows } from '#web/ui/waiting/waiting-rows.tsx'
import { useAccountNumbers } from './account-numbers.ts'
import { AccountRow, columnsStyle } from './account-row.tsx'
import { BrokenBanner } from './broken-banner.tsx'
import { ChoosePageDialog } from './choose-page-dialog.tsx'
import { DirectDialog } from './direct-dialog.tsx'
import { LeftDraft } from './left-draft.tsx'
import { NetworkTile } from './network-tile.tsx'
import { SandboxRestCard } from './sandbox-rest-card.tsx'
import { type Provider, useConnect } from './use-connect.ts'

/** Few users create links. */
const LinkDialog = makeLatePart(async () => {
  const [{ inviteTexts }, { LinkDialog }] = await Promise.all([
    import('#web/i18n/invite-texts.ts'),
    import('./link/link-dialog.tsx'),
  ])
  await openArea('invites', inviteTexts)
  return LinkDialog
})

/** Shows a profile's accounts, and the networks that can be connected. */
export function ConnectionsPage() {
  const { connections } = useMessages()
  const { profileId } = useParams({ from: '/p/$profileId' })
  const { mayManage } = useRights()
  const isNarrow = useNarrow()
  const accounts = useQuery(accountsQuery(profileId))
  const providers = useQuery(providersQuery)
  const [requested, setRequested] = useState<'page' | 'credentials' | 'link' | null>(null)
  const connect = useConnect(profileId, setRequested)
  const failed = [accounts, providers].find(({ error }) => error)
  const provider = providers.data?.find(({ platform }) => platform === connect.platform)
  const connected = new Set(accounts.data?.map(({ platform }) => platform))
  const configured = providers.data?.filter(({ connect }) => connect.configured) ?? []
  const [mode, ...otherModes] = new Set(configured.map(({ mode }) => mode))
  const isOneMode = otherModes.length === 0
  const missing = (providers.data ?? []).filter(({ platform }) => !connected.has(platform))
  const rest = missing.filter(({ mode, connect }) => mode === 'sandbox' && connect.configured)
  const reconnect = ({ platform }: Account) => {
    const own = providers.data?.find((one) => one.platform === platform)
    if (own) connect.start(own)
  }
  return (
    <Page
      title={connections.title}
      {...(mayManage ? {} : { lead: connections.managersLead })}
      actions={
        mayManage &&
        configured.length > 0 && (
          <>
            {(connected.size === 0 || !isNarrow) && (
              <Button onClick={() => setRequested('link')}>{connections.byLink}</Button>
            )}
            {connected.size > 0 && (
              <ConnectMenu
                providers={configured}
                onConnect={connect.start}
                onLink={isNarrow && (() => setRequested('link'))}
              />
            )}
          </>
        )
      }
    >
      {failed?.error && <ProblemBanner error={failed.error} onRetry={() => void failed.refetch()} />}
      {accounts.data && <LeftDraft profileId={profileId} hasAccounts={accounts.data.length > 0} />}
      {accounts.isPending && <WaitingRows count={4} />}
      {connect.error && <ProblemBanner error={connect.error} title={connect.errorTitle} />}
      {accounts.data && accounts.data.length > 0 && (
        <AccountList profileId={profileId} accounts={accounts.data} onReconnect={reconnect} />
      )}
      {mayManage && connected.size > 0 && rest.length > 1 && <SandboxRestCard profileId={profileId} providers={rest} />}
      {mayManage && missing.length > 0 && (
        <Section
          title={connected.size > 0 ? connections.addNetwork : connections.add}
          lead={isOneMode && mode && connections.allIn[mode]}
        >
          <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,9.75rem),1fr))] gap-2.5 md:grid-cols-3 wide:grid-cols-4">
            {missing.map((one) => (
              <li key={one.platform}>
                <NetworkTile
                  provider={one}
                  showsMode={!isOneMode}
                  isBusy={connect.platform === one.platform && connect.isBusy}
                  onConnect={() => connect.start(one)}
                />
              </li>
            ))}
          </ul>
        </Section>
      )}
      {requested === 'link' && (
        <LinkDialog profileId={profileId} providers={configured} onClose={() => setRequested(null)} />
      )}
      {provider && requested === 'credentials' && (
        <DirectDialog provider={provider} profileId={profileId} onClose={() => setRequested(null)} />
      )}
      {provider && requested === 'page' && (
        <ChoosePageDialog provider={provider} profileId={profileId} onClose={() => setRequested(null)} />
      )}
    </Page>
  )
}

interface ListProps {
  readonly profileId: string
  readonly accounts: readonly Account[]
  readonly onReconnect: (account: Account) => void
}

/** The accounts in one card, below a notice about those that no longer work. */
function AccountList({ profileId, accounts, onReconnect }: ListProps) {
  const { connections } = useMessages()
  const numbersOf = useAccountNumbers(profileId)
  const [first, ...others] = accounts.filter(({ status }) => status === 'needs_reconnect')
  const [checkedFirst] = accounts.flatMap(({ lastCheckedAt }) => lastCheckedAt ?? []).sort()
  const { account, followers, status, scheduled } = connections.columns
  return (
    <>
      {first && <BrokenBanner accounts={[first, ...others]} onReconnect={onReconnect} />}
      <div className="rounded-lg bg-surface shadow-1 ring-1 ring-line">
        <div
          aria-hidden="true"
          className={`${columnsStyle} min-h-9 border-line border-b font-medium text-ink-3 text-xs max-md:hidden`}
        >
          <span className="col-start-2">{account}</span>
          <span className="max-wide:hidden">{followers}</span>
          <span>{status}</span>
          <span className="pe-11 text-end">{scheduled}</span>
        </div>
        <ul aria-label={connections.title} className="divide-y divide-line">
          {accounts.map((one) => (
            <AccountRow
              key={one.id}
              account={one}
              isOneOfSeveral={accounts.filter(({ platform }) => platform === one.platform).length > 1}
              numbers={numbersOf(one.id)}
              onReconnect={() => onReconnect(one)}
            />
          ))}
        </ul>
      </div>
      {checkedFirst && <p className="text-ink-3 text-xs">{connections.checked(formatDistance(checkedFirst))}</p>}
    </>
  )
}

interface MenuProps {
  readonly providers: readonly Provider[]
  readonly onConnect: (provider: Provider) => void
  /** False where the link has its own button. */
  readonly onLink: false | (() => void)
}

/** Connects an account, also a second one of a network. On a phone, its last item is the link. */
function ConnectMenu({ providers, onConnect, onLink }: MenuProps) {
  const { connections } = useMessages()
  return (
    <Menu
      label={connections.connectAccount}
      align="end"
      triggerClass={`${buttonStyle('primary')} max-sm:size-10 max-sm:px-0`}
      trigger={
        <>
          <Icon name="plus" className="size-4.5" />
          <span className="max-sm:hidden">{connections.connectAccount}</span>
        </>
      }
    >
      {providers.map((one) => (
        <MenuItem key={one.platform} onSelect={() => onConnect(one)}>
          <NetworkMark network={one.network} />
          {one.name}
        </MenuItem>
      ))}
      {onLink && (
        <MenuItem onSelect={onLink}>
          <Icon name="link" className="size-4" />
          {connections.byLink}
        </MenuItem>
      )}
    </Menu>
  )
}
