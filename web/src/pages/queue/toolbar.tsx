import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useMessages } from '#web/i18n/index.ts'
import { Icon } from '#web/icons/icon.tsx'
import { startOfDay } from '#web/lib/day.ts'
import { formatDay } from '#web/lib/time.ts'
import { FilterBar, type FilterChange } from '#web/posts/filters/filter-bar.tsx'
import { readPageFilter } from '#web/posts/filters/read-filter.ts'
import { ViewsMenu } from '#web/posts/views/views-menu.tsx'
import type { ViewFilters } from '#web/posts/views/views-query.ts'
import { Button, iconButtonStyle } from '#web/ui/button.tsx'
import { makeLatePart } from '#web/ui/late/late-part.tsx'
import { Toolbar } from '#web/ui/toolbar.tsx'
import { ZoneName } from '#web/ui/zone/zone-name.tsx'
import { readQueueSearch } from './queue-search.ts'

const DayDialog = makeLatePart(async () => (await import('./day-dialog.tsx')).DayDialog)

/** Filters the queue, and jumps to a day. All of it is in the URL. */
export function QueueToolbar() {
  const { profileId } = useParams({ from: '/p/$profileId' })
  const search = useSearch({ from: '/p/$profileId/queue' })
  const { from } = search
  const { saved, ...filter } = readPageFilter({ ...search })
  const navigate = useNavigate({ from: '/p/$profileId/queue' })
  const choose = (change: FilterChange & { readonly from?: string | undefined }) =>
    void navigate({ search: (search) => readQueueSearch({ ...search, ...change }), replace: true })
  const open = (filters: ViewFilters, saved?: string) =>
    void navigate({
      search: ({ from, plan, times }) => readQueueSearch({ from, plan, times, ...filters, saved }),
      replace: true,
    })
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <Toolbar>
        <FilterBar
          profileId={profileId}
          names={['account', 'network', 'label', 'author']}
          value={filter}
          onChange={choose}
        />
        <ViewsMenu profileId={profileId} page="queue" filters={filter as ViewFilters} saved={saved} onOpen={open} />
        <DayFilter profileId={profileId} from={from} onChange={(day) => choose({ from: day })} />
        <ZoneName className="ms-auto max-sm:hidden" />
      </Toolbar>
      <ZoneName className="sm:hidden" />
    </div>
  )
}

interface DayProps {
  readonly profileId: string
  readonly from: string | undefined
  readonly onChange: (day: string | undefined) => void
}

/** Begins the list on a chosen day. */
function DayFilter({ profileId, from, onChange }: DayProps) {
  const { queue } = useMessages()
  const [isOpen, setOpen] = useState(false)
  return (
    <div className="flex items-center">
      <Button
        title={queue.jump}
        onClick={() => setOpen(true)}
        className={from ? 'border-brand! bg-brand-tint! text-brand!' : ''}
      >
        <Icon name="calendar" className="size-4" />
        {from ? formatDay(startOfDay(from)) : queue.jump}
      </Button>
      {from && (
        <button
          type="button"
          aria-label={queue.fromNow}
          title={queue.fromNow}
          onClick={() => onChange(undefined)}
          className={iconButtonStyle}
        >
          <Icon name="close" className="size-4" />
        </button>
      )}
      {isOpen && (
        <DayDialog
          profileId={profileId}
          from={from}
          onClose={() => setOpen(false)}
          onChoose={(day) => {
            setOpen(false)
            onChange(day)
          }}
        />
      )}
    </div>
  )
}
