import { useInfiniteQuery } from '@tanstack/react-query'
import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { api } from '#web/app/api.ts'
import { useSession } from '#web/app/session.ts'
import { useMessages } from '#web/i18n/index.ts'
import { usePerson } from '#web/posts/use-person.ts'
import { ChoiceBar } from '#web/ui/choice/choice-bar.tsx'
import { SettingsFrame } from '../settings-frame.tsx'
import { readActivitySearch } from './activity-search.ts'
import { BrandActivity } from './brand-activity.tsx'
import { EntryList } from './entry-list.tsx'

const route = '/p/$profileId/settings/activity'

/** Lists who did what in the brand, or what the user did and others did to what the user owns. The view is in the URL. */
export function ActivityPage() {
  const { activity } = useMessages('activity')
  const { profileId } = useParams({ from: '/p/$profileId' })
  const { of = 'brand', ...filter } = readActivitySearch(useSearch({ from: route }))
  const navigate = useNavigate()
  const go = (search: typeof filter & { readonly of?: 'you' }) =>
    void navigate({ to: route, params: { profileId }, search, replace: true, resetScroll: false })
  return (
    <SettingsFrame tab="activity">
      <ChoiceBar
        label={activity.whose}
        value={of}
        onChange={(next) => go(next === 'you' ? { of: next } : {})}
        options={[
          ['brand', activity.brand],
          ['you', activity.own],
        ]}
      />
      {of === 'you' ? <OwnActivity /> : <BrandActivity filter={filter} onFilter={go} />}
    </SettingsFrame>
  )
}

/** The labels of actors other than people. */
const programs = { 'api-key': 'key', app: 'app', system: 'system', directory: 'directory' } as const

function OwnActivity() {
  const { activity } = useMessages('activity')
  const { profileId } = useParams({ from: '/p/$profileId' })
  const personOf = usePerson(profileId)
  const session = useSession()
  const own = session.state === 'in' ? session.signedIn.user.uid : null
  const log = useInfiniteQuery({
    queryKey: ['audit-log'],
    queryFn: ({ pageParam }) => api.listMyAuditLog(pageParam === null ? {} : { cursor: pageParam }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
  })
  const entries = log.data?.pages.flatMap((page) => page.entries)
  return (
    <EntryList
      log={log}
      empty={activity.empty}
      entries={entries?.map(({ actor, ...entry }) => {
        const person = personOf(actor.uid)
        const name = actor.uid === own ? activity.you : (person?.name ?? activity.other)
        const who = actor.kind === 'user' ? name : activity[programs[actor.kind]]
        return { ...entry, who, face: { name: person?.name ?? who, url: person?.avatarUrl } }
      })}
    />
  )
}
