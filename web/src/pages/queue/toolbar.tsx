import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { useMessages } from '#web/i18n/index.ts'
import { nowDate } from '#web/lib/clock.ts'
import { dayKey } from '#web/lib/day.ts'
import { FilterBar, type FilterChange } from '#web/posts/filters/filter-bar.tsx'
import { readPageFilter } from '#web/posts/filters/read-filter.ts'
import { ViewsMenu } from '#web/posts/views/views-menu.tsx'
import type { ViewFilters } from '#web/posts/views/views-query.ts'
import { Button } from '#web/ui/button.tsx'
import { Toolbar } from '#web/ui/toolbar.tsx'
import { ZoneName } from '#web/ui/zone/zone-name.tsx'
import { readQueueSearch } from './queue-search.ts'

/** Filters the queue, and jumps to a day. All of it is in the URL. */
export function QueueToolbar() {
  const { queue } = useMessages()
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
        <input
          type="date"
          aria-label={queue.jump}
          title={queue.jump}
          min={dayKey(nowDate())}
          value={from ?? ''}
          onChange={(event) => choose({ from: event.target.value })}
          className="nums min-h-10 rounded-md border border-line-2 bg-surface px-3 font-medium shadow-1 hover:bg-sunken max-sm:text-lg sm:min-h-9"
        />
        {from && (
          <Button variant="quiet" onClick={() => choose({ from: undefined })}>
            {queue.fromNow}
          </Button>
        )}
        <ZoneName className="ms-auto max-sm:hidden" />
      </Toolbar>
      <ZoneName className="sm:hidden" />
    </div>
  )
}
