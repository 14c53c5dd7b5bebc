import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { useMessages } from '#web/i18n/index.ts'
import { FilterBar, type FilterChange } from '#web/posts/filters/filter-bar.tsx'
import { Choose } from '#web/ui/choice/choose.tsx'
import { readCalendarSearch } from './calendar-search.ts'

/** Filters the calendar by account, label, author and state. All are in the URL. */
export function Filters() {
  const { calendar } = useMessages()
  const { profileId } = useParams({ from: '/p/$profileId' })
  const { state, free: _, ...filter } = useSearch({ from: '/p/$profileId/calendar' })
  const navigate = useNavigate({ from: '/p/$profileId/calendar' })
  const choose = (change: FilterChange) =>
    void navigate({ search: (search) => readCalendarSearch({ ...search, ...change }), replace: true })
  const chooseState = (state: string) =>
    void navigate({ search: (search) => readCalendarSearch({ ...search, state }), replace: true })
  return (
    <>
      <FilterBar profileId={profileId} names={['account', 'label', 'author']} value={filter} onChange={choose} />
      <Choose
        label={calendar.state}
        value={state ?? ''}
        onChange={chooseState}
        options={{ '': calendar.anyState, ...calendar.states }}
      />
    </>
  )
}
