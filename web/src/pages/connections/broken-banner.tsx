import { useRights } from '#web/app/rights/rights.ts'
import type { Account } from '#web/compose/draft/draft.ts'
import { useMessages } from '#web/i18n/index.ts'
import { Button } from '#web/ui/button.tsx'
import { AccountFace } from '#web/ui/marks/account-face.tsx'
import { networks } from '#web/ui/marks/network-mark.tsx'

interface BannerProps {
  /** The accounts that their networks no longer accept, at least one. */
  readonly accounts: readonly [Account, ...(readonly Account[])]
  readonly onReconnect: (account: Account) => void
}

/** Says which accounts must be connected again, and what waits for it. */
export function BrokenBanner({ accounts, onReconnect }: BannerProps) {
  const { connections, verdicts } = useMessages()
  const { mayManage } = useRights()
  const [first, ...others] = accounts
  const name = networks[first.network].name
  const isOne = others.length === 0
  const onHold = accounts.reduce((sum, { forecast }) => sum + (forecast?.posts ?? 0), 0)
  const reason = first.statusReason && verdicts.loss(first.statusReasonCode, first.statusReason)
  return (
    <section
      aria-label={isOne ? connections.broken(name) : connections.manyBroken(accounts.length)}
      className="flex flex-wrap items-center gap-x-4 gap-y-3 rounded-lg bg-[color-mix(in_oklab,var(--held)_var(--tint),var(--surface))] px-4 py-3"
    >
      <AccountFace account={first} size={40} />
      <div className="min-w-0 flex-1 basis-48">
        <p className="font-semibold">{isOne ? connections.broken(name) : connections.manyBroken(accounts.length)}</p>
        <p className="text-ink-2 text-sm">
          {isOne ? `${reason || connections.needsReconnect} ` : ''}
          {onHold > 0 && connections.onHold(onHold)}
        </p>
      </div>
      {isOne && mayManage && (
        <Button
          variant="primary"
          aria-label={connections.reconnectAccount(first.displayName ?? first.handle)}
          onClick={() => onReconnect(first)}
        >
          {connections.reconnect}
        </Button>
      )}
    </section>
  )
}
