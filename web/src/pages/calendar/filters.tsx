import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { useMessages } from '#web/i18n/index.ts'
import { AccountSelect } from '#web/posts/account-select.tsx'
import { Choose } from '#web/ui/choice/choose.tsx'
import { readCalendarSearch } from './calendar-search.ts'

/** Filters the calendar by account and state. Both are in the URL. */
export function Filters() {
  const { calendar } = useMessages()
  const { profileId } = useParams({ from: '/p/$profileId' })
  const { account, state } = useSearch({ from: '/p/$profileId/calendar' })
  const navigate = useNavigate({ from: '/p/$profileId/calendar' })
  const chooseAccount = (account: string | undefined) =>
    void navigate({ search: (search) => readCalendarSearch({ ...search, account }), replace: true })
  const chooseState = (state: string) =>
    void navigate({ search: (search) => readCalendarSearch({ ...search, state }), replace: true })
  return (
    <>
      <AccountSelect profileId={profileId} value={account} onChange={chooseAccount} />
      <Choose
        label={calendar.state}
        value={state ?? ''}
        onChange={chooseState}
        options={{ '': calendar.anyState, ...calendar.states }}
      />
    </>
  )
}
