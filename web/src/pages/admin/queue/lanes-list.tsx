import { useMessages } from '#web/i18n/index.ts'
import { formatDistance } from '#web/lib/time.ts'
import { RowList } from '#web/ui/card.tsx'
import { NetworkMark, networks as names } from '#web/ui/marks/network-mark.tsx'
import { OneLine } from '#web/ui/one-line.tsx'
import { Section } from '#web/ui/section.tsx'
import { Tag } from '#web/ui/tag.tsx'
import type { QueueState } from './use-queue.ts'

/** The accounts whose posts have waited longest. */
export function LanesList({ lanes }: { readonly lanes: QueueState['lanes'] }) {
  const words = useMessages('admin').admin.queue
  return (
    <Section title={words.lanes} lead={words.lanesLead}>
      {lanes.length === 0 && <p className="text-ink-3">{words.noLanes}</p>}
      {lanes.length > 0 && (
        <RowList label={words.lanes}>
          {lanes.map(({ network, handle, ready, oldestReadyAt, isAtWork }) => (
            <li
              key={`${network} ${handle} ${oldestReadyAt}`}
              className="flex flex-wrap items-center gap-x-3 gap-y-1 px-4 py-3"
            >
              <NetworkMark network={network} />
              <span className="flex min-w-0 flex-1 basis-40">
                <span className="whitespace-pre font-medium">{names[network].name} · </span>
                <OneLine>{handle ?? words.noHandle}</OneLine>
              </span>
              <span className="nums text-ink-3 text-sm">{words.dueSince(ready, formatDistance(oldestReadyAt))}</span>
              {isAtWork && <Tag tone="busy">{words.atWork}</Tag>}
            </li>
          ))}
        </RowList>
      )}
    </Section>
  )
}
