import type { Result } from '@posthorn/sdk'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { api } from '#web/app/api.ts'
import { useMessages } from '#web/i18n/index.ts'
import { formatTime } from '#web/lib/time.ts'
import { networks } from '#web/ui/marks/network-mark.tsx'
import { ProblemBanner } from '#web/ui/problem-banner.tsx'
import { Loading } from '#web/ui/waiting/loading.tsx'
import type { Walk } from '../walk/walk.ts'
import { compareParts, type Run } from './compare-parts.ts'

/** Shows what the network returns for a post, with every character marked that differs from what was sent. */
export function ReadBack({ postId, walk }: { readonly postId: string; readonly walk: Walk }) {
  const { readBack: words } = useMessages()
  const { data, error, isPending, refetch } = useQuery(readBackQuery(postId, walk.targetId))
  const { name } = networks[walk.network]
  return (
    <section aria-label={words.title(name)} className="grid content-start gap-3">
      <h3 className="min-h-9 content-center font-medium">{words.title(name)}</h3>
      {error && <ProblemBanner error={error} onRetry={() => void refetch()} />}
      {isPending && <Loading />}
      {data?.unread && (
        <p className="rounded-md border border-line border-dashed p-3 text-ink-2">
          {words.unread[data.unread.reason](name)}
        </p>
      )}
      {data && !data.unread && <Parts walk={walk} data={data} />}
      {data && data.unread?.reason !== 'not_published' && (
        <p className="nums text-ink-3">{words.readAt(formatTime(data.readAt))}</p>
      )}
    </section>
  )
}

function Parts({ walk, data }: { readonly walk: Walk; readonly data: Result<'readPostBack'> }) {
  const { readBack: words } = useMessages()
  const parts = compareParts(walk.sent, data.parts)
  return parts.map(({ part, state, title, text, isCut, files, isSame }) => (
    <div key={part} className="grid gap-2 rounded-md bg-sunken p-3">
      {state === 'there' ? (
        <>
          <p className={isSame ? 'text-published' : 'text-partial'}>{isSame ? words.same : words.differs}</p>
          {title && title.length > 0 && (
            <p dir="auto" className="break-words font-medium">
              <Runs runs={title} />
            </p>
          )}
          <p dir="auto" data-read-back-text className="whitespace-pre-wrap break-words">
            <Runs runs={text} />
            {isCut && <span className="text-ink-3"> {words.cut}</span>}
          </p>
          <Files files={files} />
        </>
      ) : (
        <p className={state === 'gone' ? 'text-failed' : 'text-ink-2'}>{words.state[state]}</p>
      )}
    </div>
  ))
}

function Runs({ runs }: { readonly runs: readonly Run[] }) {
  const { readBack: words } = useMessages()
  return runs.map(({ is, text }, nth) => {
    // biome-ignore lint/suspicious/noArrayIndexKey: the order of the runs is their identity
    if (is === 'same') return <span key={nth}>{text}</span>
    const Mark = is === 'missing' ? 'del' : 'ins'
    return (
      <Mark
        // biome-ignore lint/suspicious/noArrayIndexKey: the order of the runs is their identity
        key={nth}
        title={words[is]}
        className={`mx-px rounded-sm px-px text-ink ${is === 'missing' ? 'bg-failed/20' : 'bg-published/20'}`}
      >
        {text}
      </Mark>
    )
  })
}

function Files({ files }: Pick<ReturnType<typeof compareParts>[number], 'files'>) {
  const { readBack: words, walks } = useMessages()
  if (files === null) return <p className="text-ink-3">{words.noFiles}</p>
  if (files.length === 0) return null
  return (
    <ol className="grid list-inside list-decimal gap-1">
      {files.map(({ sent, back, isSame, isAltSame }, nth) => {
        const kind = back?.kind ?? sent?.kind ?? 'image'
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: the order of the files is their identity
          <li key={nth} data-read-back-file className={isSame && isAltSame ? 'text-ink-3' : 'text-partial'}>
            {walks.files[kind]}
            {back?.altText && `: “${back.altText}”`}
            {back === null && ` · ${words.fileMissing}`}
            {sent === null && ` · ${words.fileAdded}`}
            {sent && back && !isSame && ` · ${words.fileOther}`}
            {sent && back && !isAltSame && ` · ${words.altOther}`}
          </li>
        )
      })}
    </ol>
  )
}

/** The service queries the network at most every five minutes, so polling faster shows nothing new. */
const goodForMs = 5 * 60_000

const readBackQuery = (id: string, targetId: string) =>
  queryOptions({
    queryKey: ['read-back', id, targetId],
    queryFn: () => api.readPostBack({ id, targetId }),
    staleTime: goodForMs,
  })
