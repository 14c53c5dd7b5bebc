import type { Result } from '@posthorn/sdk'
import { useQuery } from '@tanstack/react-query'
import { api } from '#web/app/api.ts'
import { useMessages } from '#web/i18n/index.ts'
import { formatBytes, formatNumber } from '#web/lib/number.ts'
import { formatDayAndTime, formatDistance, formatDuration } from '#web/lib/time.ts'
import { Card, RowList } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { CopyField } from '#web/ui/form/copy-field.tsx'
import { ProblemBanner } from '#web/ui/problem-banner.tsx'
import { Section } from '#web/ui/section.tsx'
import { Stat, Stats } from '#web/ui/stat.tsx'
import { Tag } from '#web/ui/tag.tsx'
import { Loading } from '#web/ui/waiting/loading.tsx'
import { AdminFrame } from '../admin-frame.tsx'

type Backups = Result<'listBackups'>

/** The backups of the installation: whether they are on time, the latest ones, and the way to restore one. */
export function AdminBackupsPage() {
  const { admin } = useMessages('admin')
  const words = admin.backups
  const read = useQuery({ queryKey: ['admin-backups'], queryFn: () => api.listBackups() })
  const { data } = read
  const place = data?.backups[0]?.place ?? data?.schedule?.place
  return (
    <AdminFrame tab="backups">
      {read.error && <ProblemBanner error={read.error} onRetry={() => void read.refetch()} />}
      {!data && !read.error && <Loading />}
      {data && (data.schedule || data.backups.length > 0) && <BackupTiles of={data} />}
      {data && data.backups.length === 0 && (
        <EmptyState icon="server" title={words.empty} lead={data.schedule ? words.emptyScheduled : words.emptyLead} />
      )}
      {data && data.backups.length > 0 && <BackupList of={data} />}
      {data && (
        <Card title={words.restore.title} lead={words.restore.lead}>
          <CopyField label={words.restore.verify} value={`posthorn restore ${place ?? 'PLACE'} --verify`} />
          <CopyField label={words.restore.run} value={`posthorn restore ${place ?? 'PLACE'}`} />
          <p className="text-ink-2 text-sm">
            <a href="/docs/guides/backup" className="text-brand underline underline-offset-3">
              {words.restore.guide}
            </a>
          </p>
        </Card>
      )}
    </AdminFrame>
  )
}

function BackupTiles({ of: { schedule, overdueSeconds, backups } }: { readonly of: Backups }) {
  const { admin } = useMessages('admin')
  const { tiles } = admin.backups
  const [last] = backups
  const isLate = overdueSeconds !== null && overdueSeconds > 0
  return (
    <Stats className="sm:grid-cols-3">
      <Stat
        name={tiles.last}
        value={last ? formatDistance(last.takenAt) : tiles.never}
        more={last ? formatBytes(last.bytes + last.mediaBytes) : ''}
      />
      <Stat
        name={tiles.next}
        value={isLate ? tiles.late : schedule ? tiles.onTime : tiles.manual}
        more={isLate ? tiles.lateBy(formatDuration(overdueSeconds * 1_000)) : (schedule?.cron ?? tiles.noSchedule)}
      />
      <Stat name={tiles.kept} value={formatNumber(backups.length)} more={schedule ? tiles.keeps(schedule.keep) : ''} />
    </Stats>
  )
}

function BackupList({ of: { backups } }: { readonly of: Backups }) {
  const { admin } = useMessages('admin')
  const words = admin.backups
  return (
    <Section title={words.list}>
      <RowList label={words.list}>
        {backups.map(({ name, place, takenAt, rows, bytes, mediaFiles, mediaBytes, verified }) => (
          <li key={name} className="flex min-h-14 flex-wrap items-center gap-x-4 gap-y-1 px-4 py-2">
            <span className="min-w-0 flex-1 basis-64">
              <span className="nums block font-medium">{formatDayAndTime(takenAt)}</span>
              <bdi className="block break-all text-ink-3 text-xs">
                {place} · {name}
              </bdi>
            </span>
            <span className="nums text-ink-2 text-sm">
              {words.contents(
                formatNumber(rows),
                formatBytes(bytes),
                formatNumber(mediaFiles),
                formatBytes(mediaBytes),
              )}
            </span>
            <Tag tone={verified ? 'good' : 'quiet'}>{verified ? words.verified : words.unverified}</Tag>
          </li>
        ))}
      </RowList>
    </Section>
  )
}
