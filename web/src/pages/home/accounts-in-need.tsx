import type { Result } from '@posthorn/sdk'
import { Link } from '@tanstack/react-router'
import { AdminsOnly } from '#web/app/rights/only.tsx'
import { useMessages } from '#web/i18n/index.ts'
import { buttonLook } from '#web/ui/button.tsx'
import { NetworkMark, networks } from '#web/ui/marks/network-mark.tsx'

interface NeedProps {
  readonly profileId: string
  readonly accounts: Result<'listAccounts'>
}

/** Accounts that the network no longer lets in, each with the way to connect it again. */
export function AccountsInNeed({ profileId, accounts }: NeedProps) {
  const { connections, verdicts } = useMessages()
  return accounts.map(({ id, network, handle, statusReason, statusReasonCode }) => (
    <div key={id} className="flex flex-wrap items-center gap-3 rounded-lg border border-held/40 bg-held/8 px-4 py-3">
      <NetworkMark network={network} isLarge />
      <div className="min-w-0 flex-1">
        <p className="font-medium">
          {networks[network].name} · <bdi>{handle}</bdi>
        </p>
        <p className="text-ink-2 text-sm">
          {statusReason ? verdicts.loss(statusReasonCode, statusReason) : connections.needsReconnect}
        </p>
      </div>
      <AdminsOnly>
        <Link to="/p/$profileId/connections" params={{ profileId }} className={buttonLook('plain')}>
          {connections.reconnect}
        </Link>
      </AdminsOnly>
    </div>
  ))
}
