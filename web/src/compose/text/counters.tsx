import { memo } from 'react'
import { useMessages } from '#web/i18n/index.ts'
import { NetworkMark, networks } from '#web/ui/marks/network-mark.tsx'
import type { Room } from './room.ts'

const tightFrom = 0.1

/** The room that is left on each network, the tightest first: no two networks count alike. */
export const Counters = memo(function Counters({ rooms }: { readonly rooms: readonly Room[] }) {
  const { compose } = useMessages()
  const over = rooms.filter(({ left }) => left < 0)
  return (
    <>
      <ul aria-label={compose.room} className="flex min-w-0 flex-1 flex-wrap gap-x-4 gap-y-1 self-center text-sm">
        {rooms.map(({ account, left, max }) => (
          <li
            key={account.id}
            data-account={account.id}
            className={`nums inline-flex items-center gap-1.5 ${toneOf(left, max)}`}
          >
            <NetworkMark network={account.network} />
            <span className="sr-only">{networks[account.network].name}: </span>
            {left < 0 ? compose.over(-left) : compose.left(left)}
          </li>
        ))}
      </ul>
      <p role="status" className="sr-only">
        {over.map(({ account }) => compose.tooLongFor(networks[account.network].name)).join(' ')}
      </p>
    </>
  )
})

function toneOf(left: number, max: number): string {
  if (left < 0) return 'font-medium text-failed'
  return left < max * tightFrom ? 'text-partial' : 'text-ink-3'
}
