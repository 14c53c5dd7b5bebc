import { memo, useId, useState } from 'react'
import { useMessages } from '#web/i18n/index.ts'
import { NetworkMark, networks } from '#web/ui/marks/network-mark.tsx'
import type { Room } from './room.ts'

const tightFrom = 0.1
/** The number of counters that stay visible if all of them would take the place of the text. */
const alwaysShown = 3

/** The remaining length on each network, the shortest first. No two networks count the same way. */
export const Counters = memo(function Counters({ rooms }: { readonly rooms: readonly Room[] }) {
  const { compose } = useMessages()
  const [isExpanded, setExpanded] = useState(false)
  const id = useId()
  const over = rooms.filter(({ left }) => left < 0)
  const folded = rooms.slice(alwaysShown)
  return (
    <div className="flex min-w-0 flex-1 flex-wrap gap-x-3 gap-y-1 self-center xl:gap-x-4 text-sm">
      <ul id={id} aria-label={compose.room} className="contents">
        {rooms.map(({ account, left, max }, nth) => (
          <li
            key={account.id}
            data-account={account.id}
            className={`nums inline-flex items-center gap-1.5 xl:min-w-24 ${toneOf(left, max)} ${isExpanded ? 'sm:min-w-24' : nth < alwaysShown ? '' : 'max-xl:hidden'}`}
          >
            <NetworkMark network={account.network} />
            <span className="sr-only">{networks[account.network].name}: </span>
            {left < 0 ? compose.over(-left) : compose.left(left)}
          </li>
        ))}
      </ul>
      {folded.length > 0 && (
        <button
          type="button"
          aria-expanded={isExpanded}
          aria-controls={id}
          onClick={() => setExpanded(!isExpanded)}
          className={`min-h-6 rounded-sm hover:underline max-md:-my-2 max-md:min-h-11 xl:hidden ${folded.some(({ left }) => left < 0) ? 'font-medium text-failed' : 'text-brand'}`}
        >
          {isExpanded ? compose.fewerCounters : compose.moreCounters(folded.length)}
        </button>
      )}
      <p role="status" className="sr-only">
        {over.map(({ account }) => compose.tooLongFor(networks[account.network].name)).join(' ')}
      </p>
    </div>
  )
})

function toneOf(left: number, max: number): string {
  if (left < 0) return 'font-medium text-failed'
  return left < max * tightFrom ? 'text-partial' : 'text-ink-3'
}
