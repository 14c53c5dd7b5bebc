import type { Result } from '@posthorn/sdk'
import { useMessages } from '#web/i18n/index.ts'
import { formatNumber } from '#web/lib/number.ts'
import { formatLateness } from '#web/lib/time.ts'
import { NetworkMark, networks as names } from '#web/ui/marks/network-mark.tsx'
import { Section } from '#web/ui/section.tsx'
import { formatShare } from './share.ts'

type Row = Result<'getAdminOverview'>['publishing']['last24h']['byNetwork'][number]

/** Compares the networks over the last day. */
export function NetworksTable({ networks }: { readonly networks: readonly Row[] }) {
  const { admin } = useMessages('admin')
  const words = admin.overview
  const used = networks.filter(({ published, failed, unknown }) => published + failed + unknown > 0)
  return (
    <Section title={words.byNetwork}>
      {used.length === 0 && <p className="text-ink-3">{words.nothingOut}</p>}
      {used.length > 0 && (
        <ul className="divide-y divide-line rounded-lg border border-line bg-surface">
          {used.map(({ network, published, failed, unknown, successShare, latenessMs }) => (
            <li key={network} className="flex flex-wrap items-center gap-x-4 gap-y-1 px-4 py-3">
              <NetworkMark network={network} />
              <span className="min-w-0 flex-1 basis-28 font-medium">{names[network].name}</span>
              <span className="nums text-ink-2 text-sm">
                {words.outOf(formatNumber(published), formatNumber(failed + unknown))}
              </span>
              <span className="nums w-24 text-end text-ink-2 text-sm">
                {latenessMs ? formatLateness(latenessMs.p99) : '–'}
              </span>
              <span className="nums w-16 text-end font-medium">{formatShare(successShare)}</span>
            </li>
          ))}
        </ul>
      )}
    </Section>
  )
}
