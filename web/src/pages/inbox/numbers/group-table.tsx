import { useQuery } from '@tanstack/react-query'
import { accountsQuery } from '#web/app/queries.ts'
import { useMessages } from '#web/i18n/index.ts'
import { formatNumber, formatRate } from '#web/lib/number.ts'
import { formatLateness } from '#web/lib/time.ts'
import { ChoiceBar } from '#web/ui/choice/choice-bar.tsx'
import { NetworkMark, networks } from '#web/ui/marks/network-mark.tsx'
import { useSort } from '#web/ui/table/sort.ts'
import { SortableTable } from '#web/ui/table/sortable-table.tsx'
import { type Group, groupings, type NumbersChoice } from './numbers-query.ts'

interface GroupProps {
  readonly profileId: string
  readonly groups: readonly Group[]
  readonly by: NumbersChoice['by']
  readonly onBy: (by: NumbersChoice['by']) => void
  readonly note: string
}

/** The figures of each network, account or kind. */
export function GroupTable({ profileId, groups, by, onBy, note }: GroupProps) {
  const { inboxNumbers: words } = useMessages('inboxNumbers')
  const accounts = useQuery(accountsQuery(profileId)).data ?? []
  const order = useSort('waits')
  const nameOf = ({ network, accountId, kind }: Group): string => {
    if (kind) return words.kinds[kind]
    if (!accountId) return network ? networks[network].name : ''
    const account = accounts.find(({ id }) => id === accountId)
    return account?.displayName ?? account?.handle ?? words.removed
  }
  const seconds = (key: 'medianSeconds' | 'p90Seconds', name: string) => ({
    key,
    name,
    value: (row: Group) => row[key],
    show: (row: Group) => (row[key] === null ? words.none : formatLateness(row[key] * 1_000)),
  })
  return (
    <section aria-label={words.groups} className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <ChoiceBar
        label={words.groups}
        value={by}
        onChange={onBy}
        options={groupings.map((one) => [one, words.by[one]])}
      />
      <SortableTable
        {...order}
        caption={words.groups}
        head={words.by[by]}
        rows={groups}
        keyOf={(row) => row.accountId ?? row.kind ?? row.network ?? ''}
        name={(row) => (
          <span className="flex min-w-0 items-center gap-3">
            {row.network && <NetworkMark network={row.network} />}
            <bdi className="min-w-0 break-words">{nameOf(row)}</bdi>
          </span>
        )}
        columns={[
          { key: 'waits', name: words.waits, value: (row) => row.waits, show: (row) => formatNumber(row.waits) },
          {
            key: 'share',
            name: words.share,
            value: (row) => row.answeredShare,
            show: (row) => (row.answeredShare === null ? words.none : formatRate(row.answeredShare * 100)),
          },
          seconds('medianSeconds', words.medianShort),
          seconds('p90Seconds', words.p90Short),
          {
            key: 'open',
            name: words.openShort,
            value: (row) => row.open,
            show: (row) => (row.open === null ? words.none : formatNumber(row.open)),
          },
        ]}
      />
      <p className="text-ink-3 text-sm">{note}</p>
    </section>
  )
}
