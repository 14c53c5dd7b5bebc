import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { api } from '#web/app/api.ts'
import { useRights } from '#web/app/rights/rights.ts'
import { useMessages } from '#web/i18n/index.ts'
import { Icon } from '#web/icons/icon.tsx'
import { formatDates } from '#web/lib/time.ts'
import { LabelDot } from '#web/posts/labels/label-chips.tsx'
import { type Label, labelsQuery } from '#web/posts/labels/labels-query.ts'
import { Button, iconButtonStyle, linkStyle } from '#web/ui/button.tsx'
import { RowList } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Menu, MenuItem, MenuLine } from '#web/ui/menu.tsx'
import { OneLine } from '#web/ui/one-line.tsx'
import { ProblemBanner } from '#web/ui/problem-banner.tsx'
import { Section } from '#web/ui/section.tsx'
import { Tag } from '#web/ui/tag.tsx'
import { tellFailure } from '#web/ui/toast.tsx'
import { WaitingRows } from '#web/ui/waiting/waiting-rows.tsx'
import { SettingsFrame } from '../settings-frame.tsx'
import { DeleteLabelDialog, EditLabelDialog, MergeLabelDialog } from './label-dialogs.tsx'

/** The number of posts of each label, by its ID. Live events of posts make it stale. */
const usesQuery = (profileId: string) =>
  queryOptions({
    queryKey: ['posts', profileId, 'label-uses'],
    queryFn: async () => (await api.listLabelUses({ profileId })).uses,
  })

const settleMs = 2_000

/** The labels and campaigns of a brand: create, rename, merge, archive and delete them. */
export function LabelsPage() {
  const { labels: words } = useMessages()
  const { profileId } = useParams({ from: '/p/$profileId' })
  const { mayWrite } = useRights()
  const [isCreating, setCreating] = useState(false)
  const all = useQuery({
    ...labelsQuery(profileId),
    staleTime: 0,
    // Posts follow a new name within seconds.
    refetchInterval: ({ state }) => (state.data?.some(({ isSettled }) => !isSettled) ? settleMs : false),
  })
  const uses = useQuery(usesQuery(profileId))
  const labels = all.data ?? []
  const [active, archived] = [labels.filter((one) => !one.archived), labels.filter((one) => one.archived)]
  const create = mayWrite && (
    <Button variant="primary" onClick={() => setCreating(true)}>
      {words.page.new}
    </Button>
  )
  const rowOf = (label: Label) => (
    <LabelRow
      key={label.id}
      label={label}
      count={uses.data?.find(({ labelId }) => labelId === label.id)?.posts ?? 0}
      isCounted={uses.data !== undefined}
    />
  )
  const isEmpty = all.data && labels.length === 0
  return (
    <SettingsFrame tab="labels" actions={!isEmpty && create}>
      {all.error && <ProblemBanner error={all.error} onRetry={() => void all.refetch()} />}
      {all.isPending && <WaitingRows count={4} />}
      {isEmpty && <EmptyState icon="tag" title={words.page.empty} lead={words.page.emptyLead} action={create} />}
      {active.length > 0 && <RowList label={words.title}>{active.map(rowOf)}</RowList>}
      {archived.length > 0 && (
        <Section title={words.page.archived} lead={words.page.archivedLead}>
          <RowList label={words.page.archived}>{archived.map(rowOf)}</RowList>
        </Section>
      )}
      {isCreating && <EditLabelDialog profileId={profileId} label={null} onClose={() => setCreating(false)} />}
    </SettingsFrame>
  )
}

interface RowProps {
  readonly label: Label
  readonly count: number
  readonly isCounted: boolean
}

type Asking = 'edit' | 'merge' | 'remove' | null

/** A label with its period, the number of its posts, and its actions. */
function LabelRow({ label, count, isCounted }: RowProps) {
  const { labels: words } = useMessages()
  const { mayPublish, mayDeleteLabels } = useRights()
  const queries = useQueryClient()
  const [asking, setAsking] = useState<Asking>(null)
  const { id, profileId, name, color, kind, fromDate, toDate, note, archived, isSettled } = label
  const archive = useMutation({
    mutationFn: () => api.updateLabel({ id, archived: !archived }),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['labels'] }),
    onError: (error) => tellFailure(words.page.notChanged, error),
  })
  const close = () => setAsking(null)
  const about = [periodOf(fromDate, toDate), note ?? ''].filter(Boolean).join(' · ')
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2">
      <span className="flex min-w-0 flex-1 basis-24 items-center gap-3">
        <LabelDot color={color} />
        <span className="grid min-w-0">
          <span className="flex min-w-0 items-center gap-2">
            <Link
              to="/p/$profileId/analytics/labels"
              params={{ profileId }}
              search={{ label: name }}
              className="inline-flex min-h-6 min-w-0 font-medium hover:underline"
            >
              <OneLine>{name}</OneLine>
            </Link>
            {kind === 'campaign' && <Tag tone="quiet">{words.page.campaign}</Tag>}
          </span>
          {about && <OneLine className="text-ink-3 text-sm">{about}</OneLine>}
        </span>
      </span>
      {!isSettled && (
        <span role="status" className="text-ink-3 text-sm">
          {words.page.settling}
        </span>
      )}
      {isCounted && (
        <Link
          to="/p/$profileId/posts"
          params={{ profileId }}
          search={{ label: name }}
          className={`nums inline-flex min-h-9 items-center ${linkStyle}`}
        >
          {words.page.posts(count)}
        </Link>
      )}
      {mayDeleteLabels && (
        <Menu
          label={words.page.actions(name)}
          align="end"
          trigger={<Icon name="more" className="size-4" />}
          triggerClass={iconButtonStyle}
        >
          {mayPublish && (
            <>
              <MenuItem onSelect={() => setAsking('edit')}>{words.page.editAction}</MenuItem>
              <MenuItem onSelect={() => setAsking('merge')}>{words.page.mergeAction}</MenuItem>
              <MenuItem onSelect={() => archive.mutate()}>
                {archived ? words.page.restore : words.page.archive}
              </MenuItem>
              <MenuLine />
            </>
          )}
          <MenuItem onSelect={() => setAsking('remove')}>{words.page.remove}</MenuItem>
        </Menu>
      )}
      {asking === 'edit' && <EditLabelDialog profileId={profileId} label={label} onClose={close} />}
      {asking === 'merge' && <MergeLabelDialog label={label} onClose={close} />}
      {asking === 'remove' && <DeleteLabelDialog label={label} count={count} onClose={close} />}
    </li>
  )
}

/** Returns the days of a campaign in words. It may have only a first or only a last day. */
function periodOf(from: string | null, to: string | null): string {
  if (from !== null && to !== null) return formatDates(from, to)
  if (from !== null) return `${formatDates(from, from)} –`
  return to === null ? '' : `– ${formatDates(to, to)}`
}
