import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '#web/app/api.ts'
import { useRights } from '#web/app/rights/rights.ts'
import type { Account } from '#web/compose/draft/draft.ts'
import { useMessages } from '#web/i18n/index.ts'
import { Icon } from '#web/icons/icon.tsx'
import { now } from '#web/lib/clock.ts'
import { formatDayAndTime, formatDistance } from '#web/lib/time.ts'
import { Button, iconButtonStyle } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { NetworkMark, networks } from '#web/ui/marks/network-mark.tsx'
import { Menu, MenuItem } from '#web/ui/menu.tsx'
import { OneLine } from '#web/ui/one-line.tsx'
import { ProblemBanner } from '#web/ui/problem-banner.tsx'

interface CardProps {
  readonly account: Account
  /** True if the network has another account, so that one of them is the default. */
  readonly isOneOfSeveral: boolean
  readonly onReconnect: () => void
}

/** A connected account: its health, its expiry, and the available actions. */
export function AccountCard({ account, isOneOfSeveral, onReconnect }: CardProps) {
  const { connections, verdicts } = useMessages()
  const { mayManage, mayRemove } = useRights()
  const queries = useQueryClient()
  const [isLeaving, setLeaving] = useState(false)
  const refresh = () => queries.invalidateQueries({ queryKey: ['accounts'] })
  const makeDefault = useMutation({
    mutationFn: () => api.updateAccount({ accountId: account.id, isDefault: true }),
    onSuccess: refresh,
  })
  const check = useMutation({
    mutationFn: () => api.checkAccountHealth({ accountId: account.id }),
    onSuccess: refresh,
  })
  const { network, handle, displayName, status, statusReason, statusReasonCode, isDefault } = account
  const failed = makeDefault.error ?? check.error
  return (
    <article className="grid h-full grid-cols-[minmax(0,1fr)] content-start gap-3 rounded-lg border border-line bg-surface p-4">
      <div className="flex items-center gap-3">
        <NetworkMark network={network} isLarge />
        <div className="min-w-0 flex-1">
          <OneLine className="font-medium">{displayName ?? handle}</OneLine>
          <p className="flex text-ink-3 text-sm">
            <span className="whitespace-pre">{networks[network].name} · </span>
            <OneLine>{handle}</OneLine>
          </p>
        </div>
        {isDefault && isOneOfSeveral && (
          <span className="shrink-0 rounded-full bg-sunken px-2.5 py-0.5 text-ink-2 text-xs">
            {connections.isDefault}
          </span>
        )}
        <Menu
          label={connections.actions(handle)}
          align="end"
          triggerClass={iconButtonStyle}
          trigger={<Icon name="more" />}
        >
          {mayManage && !isDefault && isOneOfSeveral && (
            <MenuItem onSelect={() => makeDefault.mutate()}>{connections.makeDefault}</MenuItem>
          )}
          <MenuItem onSelect={() => check.mutate()}>{connections.check}</MenuItem>
          {mayRemove && (
            <MenuItem onSelect={() => setLeaving(true)}>
              <span className="text-failed">{connections.disconnect}</span>
            </MenuItem>
          )}
        </Menu>
      </div>
      {status === 'needs_reconnect' ? (
        <div className="flex flex-wrap items-center justify-between gap-2 rounded-md bg-held/10 px-3 py-2">
          <p className="text-sm">
            {statusReason ? verdicts.loss(statusReasonCode, statusReason) : connections.needsReconnect}
          </p>
          {mayManage && <Button onClick={onReconnect}>{connections.reconnect}</Button>}
        </div>
      ) : (
        <Health account={account} isChecking={check.isPending} />
      )}
      {failed && <ProblemBanner error={failed} />}
      {isLeaving && <DisconnectDialog account={account} onClose={() => setLeaving(false)} />}
    </article>
  )
}

/** Access that expires this soon needs a reconnect. Before that, it is only information. */
const soonMs = 14 * 86_400_000
const isSoon = (iso: string): boolean => Date.parse(iso) - now() < soonMs

function Health({ account, isChecking }: { readonly account: Account; readonly isChecking: boolean }) {
  const { connections } = useMessages()
  const { forecast, expiresAt, lastCheckedAt } = account
  return (
    <p className="flex items-start gap-x-3 text-ink-3 text-sm">
      <span className="inline-flex shrink-0 items-center gap-1.5 text-published">
        <Icon name="check" className="size-4" />
        {isChecking ? connections.checking : connections.works}
      </span>
      {/* What does not fit wraps below the facts, not below the icon. */}
      <span className="flex min-w-0 flex-1 flex-wrap gap-x-3">
        {forecast ? (
          <span className={isSoon(forecast.failsAt) ? 'text-held' : ''}>
            {connections.ends(formatDayAndTime(forecast.failsAt))}
          </span>
        ) : (
          expiresAt && <span>{connections.renews}</span>
        )}
        {lastCheckedAt && <span>{connections.checked(formatDistance(lastCheckedAt))}</span>}
      </span>
    </p>
  )
}

const choices = ['keep', 'draft', 'delete'] as const

/** Asks what to do with the account's remaining posts before it is disconnected. */
function DisconnectDialog({ account, onClose }: { readonly account: Account; readonly onClose: () => void }) {
  const { connections, shell } = useMessages()
  const queries = useQueryClient()
  const [action, setAction] = useState<(typeof choices)[number]>('keep')
  const affected = useQuery({
    queryKey: ['affected', account.id],
    queryFn: () => api.listAffectedPosts({ accountId: account.id }),
  })
  const disconnect = useMutation({
    mutationFn: () => api.disconnectAccount({ accountId: account.id, action }),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: ['accounts'] })
      onClose()
    },
  })
  const total = affected.data?.total ?? 0
  return (
    <Dialog
      title={connections.disconnectTitle(account.handle)}
      lead={affected.data && connections.affected(total)}
      onClose={onClose}
    >
      {total > 0 && (
        <fieldset className="grid gap-2">
          <legend className="mb-1 font-medium">{connections.whatBecomes}</legend>
          {choices.map((choice) => (
            <label key={choice} className="flex cursor-pointer items-start gap-2.5">
              <input
                type="radio"
                name="action"
                className="mt-1"
                checked={action === choice}
                onChange={() => setAction(choice)}
              />
              {connections.outcomes[choice]}
            </label>
          ))}
        </fieldset>
      )}
      {disconnect.error && <ProblemBanner error={disconnect.error} />}
      <div className="flex justify-end gap-2">
        <Button variant="quiet" onClick={onClose}>
          {shell.cancel}
        </Button>
        <Button variant="danger" isBusy={disconnect.isPending} onClick={() => disconnect.mutate()}>
          {connections.disconnect}
        </Button>
      </div>
    </Dialog>
  )
}
