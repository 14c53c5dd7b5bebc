import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { api } from '#web/app/api.ts'
import { useRights } from '#web/app/rights/rights.ts'
import type { Account } from '#web/compose/draft/draft.ts'
import type { Messages } from '#web/i18n/en/index.ts'
import { useMessages } from '#web/i18n/index.ts'
import { Icon } from '#web/icons/icon.tsx'
import { now } from '#web/lib/clock.ts'
import { formatNumber } from '#web/lib/number.ts'
import { formatDate, formatDistance } from '#web/lib/time.ts'
import { Button, iconButtonStyle } from '#web/ui/button.tsx'
import { AccountFace } from '#web/ui/marks/account-face.tsx'
import { networks } from '#web/ui/marks/network-mark.tsx'
import { Menu, MenuItem } from '#web/ui/menu.tsx'
import { OneLine } from '#web/ui/one-line.tsx'
import { tell, tellFailure } from '#web/ui/toast.tsx'
import type { AccountNumbers } from './account-numbers.ts'
import { DisconnectDialog } from './disconnect-dialog.tsx'

/** The columns of the list. A phone shows the face, the names and the actions. */
export const columnsStyle =
  'grid grid-cols-[2.5rem_minmax(0,1fr)_auto] items-center gap-3 px-4 md:grid-cols-[2.5rem_minmax(0,1fr)_11rem_9.5rem] md:gap-4 wide:grid-cols-[2.5rem_minmax(0,1fr)_7rem_12rem_9.5rem]'

interface RowProps {
  readonly account: Account
  /** True if the network has another account, so that one of them is the default. */
  readonly isOneOfSeveral: boolean
  readonly numbers: AccountNumbers | undefined
  readonly onReconnect: () => void
}

/** A connected account: its health, its followers, its scheduled posts, and the available actions. */
export function AccountRow({ account, isOneOfSeveral, numbers, onReconnect }: RowProps) {
  const { connections } = useMessages()
  const { mayManage } = useRights()
  const { network, handle, displayName, isDefault } = account
  const check = useCheck(account)
  const { tone, name } = accountHealth(account, connections)
  const status = check.isPending ? connections.checking : name
  return (
    <li className={`${columnsStyle} min-h-15 py-2`}>
      <AccountFace account={account} size={40} />
      <div className="min-w-0">
        <p className="flex items-center gap-2">
          <OneLine className="font-medium">{displayName ?? handle}</OneLine>
          {isDefault && isOneOfSeveral && (
            <span className="shrink-0 rounded-full bg-sunken px-2 text-ink-2 text-xs">{connections.isDefault}</span>
          )}
        </p>
        <p className="flex text-ink-3 text-xs">
          <span className="whitespace-pre">{networks[network].name} · </span>
          <OneLine>{handle}</OneLine>
        </p>
        {tone !== 'works' && <p className="text-ink-2 text-xs md:hidden">{status}</p>}
      </div>
      <p className="nums text-ink-2 text-sm max-wide:hidden">
        {numbers?.followers !== undefined && (
          <>
            <span className="sr-only">{connections.columns.followers}: </span>
            {formatNumber(numbers.followers)}
          </>
        )}
      </p>
      <div className="max-md:hidden">
        <p className="flex items-center gap-1.5 text-ink-2 text-sm">
          <span aria-hidden="true" className={`size-1.75 shrink-0 rounded-full ${dots[tone]}`} />
          {status}
        </p>
        {tone !== 'works' && account.lastCheckedAt && (
          <p className="ps-3.25 text-ink-3 text-xs">{connections.checked(formatDistance(account.lastCheckedAt))}</p>
        )}
      </div>
      <div className="flex items-center justify-end gap-1">
        {tone === 'broken' && mayManage ? (
          <Button isSmall onClick={onReconnect} aria-label={connections.reconnectAccount(displayName ?? handle)}>
            {connections.reconnect}
          </Button>
        ) : (
          <ScheduledPosts account={account} numbers={numbers} />
        )}
        <AccountMenu account={account} isOneOfSeveral={isOneOfSeveral} onCheck={() => check.mutate()} />
      </div>
    </li>
  )
}

const dots = { works: 'bg-published', soon: 'bg-partial', broken: 'bg-held' } as const

/** Leads to the posts that the account has in the queue. */
function ScheduledPosts({ account, numbers }: Pick<RowProps, 'account' | 'numbers'>) {
  const { connections } = useMessages()
  const scheduled = numbers?.scheduled
  if (!scheduled) return null
  return (
    <Link
      to="/p/$profileId/queue"
      params={{ profileId: account.profileId }}
      search={{ account: account.id }}
      className="nums rounded-sm px-1 text-ink-2 text-sm underline-offset-3 hover:underline max-md:hidden"
    >
      {connections.scheduled(scheduled.count, scheduled.isPartial)}
    </Link>
  )
}

function AccountMenu({
  account,
  isOneOfSeveral,
  onCheck,
}: Pick<RowProps, 'account' | 'isOneOfSeveral'> & { readonly onCheck: () => void }) {
  const { connections } = useMessages()
  const { mayManage, mayRemove } = useRights()
  const queries = useQueryClient()
  const [isLeaving, setLeaving] = useState(false)
  const { id, handle, displayName, isDefault } = account
  const makeDefault = useMutation({
    mutationFn: () => api.updateConnection({ accountId: id, isDefault: true }),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['accounts'] }),
    onError: (error) => tellFailure(connections.notDefault(displayName ?? handle), error),
  })
  return (
    <>
      <Menu
        label={connections.actions(handle)}
        align="end"
        triggerClass={iconButtonStyle}
        trigger={<Icon name="more" />}
      >
        {mayManage && !isDefault && isOneOfSeveral && (
          <MenuItem onSelect={() => makeDefault.mutate()}>{connections.makeDefault}</MenuItem>
        )}
        <MenuItem onSelect={onCheck}>{connections.check}</MenuItem>
        {mayRemove && (
          <MenuItem onSelect={() => setLeaving(true)}>
            <span className="text-failed">{connections.disconnect}</span>
          </MenuItem>
        )}
      </Menu>
      {isLeaving && <DisconnectDialog account={account} onClose={() => setLeaving(false)} />}
    </>
  )
}

/** Checks the account with its network, and reports the result. */
function useCheck({ id, handle, displayName }: Account) {
  const { connections } = useMessages()
  const queries = useQueryClient()
  const name = displayName ?? handle
  return useMutation({
    mutationFn: () => api.checkConnectionHealth({ accountId: id }),
    onSuccess: async ({ status }) => {
      await queries.invalidateQueries({ queryKey: ['accounts'] })
      tell({ title: status === 'active' ? connections.checkedOk(name) : connections.checkedBroken(name) })
    },
    onError: (error) => tellFailure(connections.notChecked(name), error),
  })
}

interface Health {
  readonly tone: 'works' | 'soon' | 'broken'
  readonly name: string
}

/** Access that expires this soon needs a reconnect. Before that, the account is shown as connected. */
const soonMs = 14 * 86_400_000

/** The state of an account in a word or two. */
function accountHealth({ status, forecast }: Account, connections: Messages['connections']): Health {
  if (status === 'needs_reconnect') return { tone: 'broken', name: connections.reconnectNeeded }
  if (forecast && Date.parse(forecast.failsAt) - now() < soonMs)
    return { tone: 'soon', name: connections.expires(formatDate(forecast.failsAt)) }
  return { tone: 'works', name: connections.works }
}
