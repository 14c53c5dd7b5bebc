import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { useMessages } from '#web/i18n/index.ts'
import { FilterBar, type FilterChange } from '#web/posts/filters/filter-bar.tsx'
import { readPageFilter } from '#web/posts/filters/read-filter.ts'
import { ViewsMenu } from '#web/posts/views/views-menu.tsx'
import type { ViewFilters } from '#web/posts/views/views-query.ts'
import { Choose } from '#web/ui/choice/choose.tsx'
import { readCalendarSearch } from './calendar-search.ts'

/** Filters the calendar by account, label, author and state. All are in the URL. */
export function Filters() {
  const { calendar } = useMessages()
  const { profileId } = useParams({ from: '/p/$profileId' })
  const search = useSearch({ from: '/p/$profileId/calendar' })
  const { state } = search
  const { saved, ...filter } = readPageFilter({ ...search })
  const navigate = useNavigate({ from: '/p/$profileId/calendar' })
  const choose = (change: FilterChange) =>
    void navigate({ search: (search) => readCalendarSearch({ ...search, ...change }), replace: true })
  const chooseState = (state: string) =>
    void navigate({ search: (search) => readCalendarSearch({ ...search, state }), replace: true })
  const open = (filters: ViewFilters, saved?: string) =>
    void navigate({
      search: ({ view, date, free }) => readCalendarSearch({ view, date, free, ...filters, saved }),
      replace: true,
    })
  return (
    <>
      <FilterBar
        profileId={profileId}
        names={['account', 'network', 'label', 'author']}
        value={filter}
        onChange={choose}
      />
      <Choose
        label={calendar.state}
        value={state ?? ''}
        onChange={chooseState}
        options={{ '': calendar.anyState, ...calendar.states }}
      />
      <ViewsMenu
        profileId={profileId}
        page="calendar"
        filters={{ ...filter, ...(state && { state }) } as ViewFilters}
        saved={saved}
        onOpen={open}
      />
    </>
  )
}
