import type { Item } from '@posthorn/sdk'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { api } from '#web/app/api.ts'
import { useMessages } from '#web/i18n/index.ts'
import { Icon } from '#web/icons/icon.tsx'
import { formatDayAndTime } from '#web/lib/time.ts'
import { Button } from '#web/ui/button.tsx'
import { RowList } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { SelectField } from '#web/ui/form/select-field.tsx'
import { OneLine } from '#web/ui/one-line.tsx'
import { ProblemBanner } from '#web/ui/problem-banner.tsx'
import { Tag, type Tone } from '#web/ui/tag.tsx'
import { WaitingRows } from '#web/ui/waiting/waiting-rows.tsx'
import { SettingsFrame } from '../settings-frame.tsx'
import { type RequestFilter, readRequestsSearch, toQuery } from './requests-search.ts'

type LoggedRequest = Item<'listRequests', 'requests'>

const route = '/p/$profileId/settings/api-keys/requests'
/** No event reports a request. Only the first page is polled, so that rows do not move while someone reads on. */
const pollMs = 10_000

/** Lists the most recent requests of the user's API keys, newest first. The filters are in the URL. */
export function RequestsPage() {
  const { apiKeys, shell } = useMessages()
  const words = apiKeys.requests
  const { profileId } = useParams({ from: '/p/$profileId' })
  const filter = useSearch({ from: route })
  const navigate = useNavigate()
  const go = (search: RequestFilter) =>
    void navigate({ to: route, params: { profileId }, search, replace: true, resetScroll: false })
  const log = useInfiniteQuery({
    queryKey: ['requests', filter],
    queryFn: ({ pageParam }) =>
      api.listRequests({ ...toQuery(filter), ...(pageParam === null ? {} : { cursor: pageParam }) }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    refetchInterval: ({ state }) => (state.data?.pages.length === 1 ? pollMs : false),
  })
  const requests = log.data?.pages.flatMap((page) => page.requests) ?? []
  const isFiltered = filter.key !== undefined || filter.status !== undefined
  const crumb = (
    <Link
      to="/p/$profileId/settings/api-keys"
      params={{ profileId }}
      activeOptions={{ exact: true }}
      className="mb-1 inline-flex min-h-6 w-fit items-center gap-1 text-ink-2 text-sm hover:text-ink"
    >
      <Icon name="left" className="size-4" />
      {words.back}
    </Link>
  )
  return (
    <SettingsFrame tab="apiKeys" below={{ title: words.title, part: words.title, lead: words.lead, crumb }}>
      <Filters filter={filter} keyName={requests[0]?.keyName} onFilter={go} />
      {log.error && <ProblemBanner error={log.error} onRetry={() => void log.refetch()} />}
      {!log.data && !log.error && <WaitingRows count={6} />}
      {log.data &&
        requests.length === 0 &&
        (isFiltered ? (
          <EmptyState
            icon="search"
            title={words.nothing}
            lead={words.nothingLead}
            action={<Button onClick={() => go({})}>{words.clear}</Button>}
          />
        ) : (
          <EmptyState icon="server" title={words.empty} lead={words.emptyLead} />
        ))}
      {requests.length > 0 && (
        <RowList label={words.title}>
          {requests.map((request, nth) => (
            // Several requests may have the same ID, and none moves within its page.
            // biome-ignore lint/suspicious/noArrayIndexKey: a row has no identity except its position
            <RequestRow key={`${request.requestId} ${request.at} ${nth}`} request={request} />
          ))}
        </RowList>
      )}
      {log.hasNextPage && (
        <Button
          className="justify-self-center"
          isBusy={log.isFetchingNextPage}
          onClick={() => void log.fetchNextPage()}
        >
          {shell.more}
        </Button>
      )}
    </SettingsFrame>
  )
}

interface FiltersProps {
  readonly filter: RequestFilter
  /** The name of the key in the filter, known from its requests if the key has been revoked. */
  readonly keyName: string | undefined
  readonly onFilter: (filter: RequestFilter) => void
}

function Filters({ filter, keyName, onFilter }: FiltersProps) {
  const { requests: words } = useMessages().apiKeys
  const keys = useQuery({ queryKey: ['api-keys', 'names'], queryFn: () => api.listApiKeys({ limit: 200 }) })
  const names = Object.fromEntries((keys.data?.apiKeys ?? []).map(({ id, name }) => [id, name]))
  const { key } = filter
  return (
    <div className="grid gap-3 sm:grid-cols-[minmax(0,1fr)_14rem]">
      <SelectField
        label={words.key}
        value={key ?? ''}
        onChange={({ target }) => onFilter({ ...readRequestsSearch({ ...filter, key: target.value }) })}
        options={{
          '': words.allKeys,
          ...names,
          ...(key !== undefined && !(key in names) && { [key]: keyName ?? words.otherKey }),
        }}
      />
      <SelectField
        label={words.status}
        value={filter.status ?? ''}
        onChange={({ target }) => onFilter({ ...readRequestsSearch({ ...filter, status: target.value }) })}
        options={{ '': words.allStatuses, ...words.statuses }}
      />
    </div>
  )
}

const toneOf = (status: number): Tone =>
  status >= 500 ? 'bad' : status >= 400 ? 'waiting' : status >= 300 ? 'quiet' : 'good'

/** A request: its status, method and path, then its error, key and ID. */
function RequestRow({ request }: { readonly request: LoggedRequest }) {
  const { requests: words } = useMessages().apiKeys
  const { at, method, path, status, code, requestId, keyName } = request
  return (
    <li className="px-4 py-2.5">
      <div className="grid gap-x-3 gap-y-1 sm:grid-cols-[3rem_minmax(0,1fr)_auto]">
        <span className="nums flex items-center gap-3 self-start max-sm:justify-between">
          <Tag tone={toneOf(status)}>{status}</Tag>
          <Time at={at} className="sm:hidden" />
        </span>
        <span className="min-w-0 break-all font-mono text-sm">
          <span className="font-medium">{method}</span> <bdi className="text-ink-2">{path}</bdi>
        </span>
        <Time at={at} className="max-sm:hidden" />
        <span className="flex min-w-0 flex-wrap items-baseline gap-x-3 text-ink-3 text-sm sm:col-span-2 sm:col-start-2">
          {code && (
            <a
              href={`/docs/errors#${code}`}
              target="_blank"
              rel="noreferrer"
              aria-label={words.explain(code)}
              className="break-all text-ink-2 underline decoration-line underline-offset-4 hover:text-ink"
            >
              {code}
            </a>
          )}
          <OneLine className="max-w-full">{keyName}</OneLine>
          <code className="select-all break-all font-mono text-xs">{requestId}</code>
        </span>
      </div>
    </li>
  )
}

const Time = ({ at, className }: { readonly at: string; readonly className: string }) => (
  <time dateTime={at} title={at} className={`nums text-ink-3 text-sm ${className}`}>
    {formatDayAndTime(at)}
  </time>
)
