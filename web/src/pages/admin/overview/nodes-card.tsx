import type { Result } from '@posthorn/sdk'
import { useMessages } from '#web/i18n/index.ts'
import { formatBytes } from '#web/lib/number.ts'
import { formatDistance } from '#web/lib/time.ts'
import { RowList } from '#web/ui/card.tsx'
import { OneLine } from '#web/ui/one-line.tsx'
import { Section } from '#web/ui/section.tsx'

type Node = Result<'getAdminOverview'>['nodes'][number]

/** Lists the processes of the installation, with their last sign of life. */
export function NodesCard({ nodes }: { readonly nodes: readonly Node[] }) {
  const { admin } = useMessages('admin')
  const words = admin.overview
  return (
    <Section title={words.nodes}>
      <RowList label={words.nodes}>
        {nodes.map(({ id, host, roles, version, seenAt, isSilent, disk, memoryBytes }) => (
          <li key={id} className="flex flex-wrap items-center gap-x-4 gap-y-1 px-4 py-3">
            <div className="grid min-w-0 flex-1 basis-56">
              <OneLine className="font-medium">{host}</OneLine>
              <span className="text-ink-3 text-sm">
                {version} · <code className="font-mono text-xs">{roles.join(', ')}</code>
              </span>
            </div>
            <span className="nums text-ink-2 text-sm">
              {words.room(formatBytes(disk.freeBytes), formatBytes(memoryBytes))}
            </span>
            <span className={`nums text-sm ${isSilent ? 'text-failed' : 'text-ink-3'}`}>
              {isSilent ? words.silent(formatDistance(seenAt)) : words.alive}
            </span>
          </li>
        ))}
      </RowList>
    </Section>
  )
}
