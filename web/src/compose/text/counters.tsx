import { memo, useState } from 'react'
import { useMessages } from '#web/i18n/index.ts'
import { NetworkMark, networks } from '#web/ui/marks/network-mark.tsx'
import { Popover } from '../popover.tsx'
import type { Room } from './room.ts'

const tightFrom = 0.1
/** The circumference of the ring, in units of its drawing. */
const around = 2 * Math.PI * 7.5

/**
 * The remaining length on the network with the least room. No two networks count the same way, so the panel has the
 * others.
 */
export const Counters = memo(function Counters({ rooms }: { readonly rooms: readonly Room[] }) {
  const { compose } = useMessages()
  const [isOpen, setOpen] = useState(false)
  const [tightest] = rooms
  const over = rooms.filter(({ left }) => left < 0)
  return (
    <div className="relative ms-auto">
      {tightest && (
        <Popover
          label={compose.room}
          triggerLabel={`${networks[tightest.account.network].name}: ${wordOf(tightest, compose)}`}
          triggerClass={`nums flex min-h-9 items-center gap-1.5 whitespace-nowrap rounded-md px-2 text-sm hover:bg-sunken max-md:min-h-10 ${toneOf(tightest)}`}
          trigger={
            <>
              <Ring room={tightest} />
              {wordOf(tightest, compose)}
              <NetworkMark network={tightest.account.network} />
            </>
          }
          panelClass="end-0 bottom-full mb-1 w-64 p-2"
          isOpen={isOpen}
          onOpenChange={setOpen}
        >
          <ul aria-label={compose.room} className="grid max-h-80 overflow-y-auto">
            {rooms.map((room) => (
              <li
                key={room.account.id}
                data-account={room.account.id}
                className={`nums flex min-h-9 items-center gap-2 px-2 text-sm ${toneOf(room)}`}
              >
                <NetworkMark network={room.account.network} />
                <span className="min-w-0 flex-1 truncate text-ink">{networks[room.account.network].name}</span>
                {wordOf(room, compose)}
              </li>
            ))}
          </ul>
        </Popover>
      )}
      <p role="status" className="sr-only">
        {over.map(({ account }) => compose.tooLongFor(networks[account.network].name)).join(' ')}
      </p>
    </div>
  )
})

type Words = ReturnType<typeof useMessages>['compose']

const wordOf = ({ left }: Room, words: Words): string => (left < 0 ? words.over(-left) : words.left(left))

function Ring({ room: { left, max } }: { readonly room: Room }) {
  const used = Math.min(1, Math.max(0, 1 - left / max))
  return (
    <svg viewBox="0 0 20 20" aria-hidden="true" className="-rotate-90 size-4.5" fill="none" strokeWidth="2.5">
      <circle cx="10" cy="10" r="7.5" className="stroke-line" />
      <circle
        cx="10"
        cy="10"
        r="7.5"
        className={left < 0 ? 'stroke-failed' : 'stroke-brand'}
        strokeDasharray={`${used * around} ${around}`}
      />
    </svg>
  )
}

function toneOf({ left, max }: Room): string {
  if (left < 0) return 'font-medium text-failed'
  return left < max * tightFrom ? 'text-partial' : 'text-ink-2'
}
