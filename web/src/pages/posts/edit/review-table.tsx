import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { accountsQuery } from '#web/app/queries.ts'
import { useMessages } from '#web/i18n/index.ts'
import { formatDayAndTime } from '#web/lib/time.ts'
import type { Post } from '#web/posts/post-time.ts'
import { Button } from '#web/ui/button.tsx'
import { networks } from '#web/ui/marks/network-mark.tsx'
import type { Edited } from './choices.ts'

interface ReviewProps {
  readonly profileId: string
  readonly posts: readonly Post[]
  readonly review: Edited
  readonly isAccepting: boolean
  readonly onAccept: (isAccepting: boolean) => void
}

type Row = Edited['results'][number]
type Change = Row['changes'][number]

const shownAtOnce = 50

/** The effect of an edit on each post: both values of each change, and the reason where nothing changes. */
export function ReviewTable({ profileId, posts, review, isAccepting, onAccept }: ReviewProps) {
  const { edits } = useMessages('edits')
  const [most, setMost] = useState(shownAtOnce)
  const start = useRef<HTMLUListElement>(null)
  // The button that opened it is gone.
  useEffect(() => start.current?.focus(), [])
  const { refused, changed, unchanged } = sortOut(review.results)
  const rows = [...refused, ...changed]
  const hasWarnings = refused.some(({ problem }) => problem?.code === 'warnings_unconfirmed')
  return (
    <>
      <ul ref={start} tabIndex={-1} className="flex flex-wrap gap-x-4 gap-y-1 outline-none">
        <li className="font-medium">{edits.changing(changed.length)}</li>
        {refused.length > 0 && <li className="text-failed">{edits.refused(refused.length)}</li>}
        {unchanged.length > 0 && <li className="text-ink-2">{edits.unchanged(unchanged.length)}</li>}
        {review.approvalsVoided > 0 && <li className="text-ink-2">{edits.voided(review.approvalsVoided)}</li>}
      </ul>
      {(hasWarnings || isAccepting) && (
        <label className="flex min-h-8 cursor-pointer items-center gap-2.5">
          <input type="checkbox" checked={isAccepting} onChange={({ target }) => onAccept(target.checked)} />
          {edits.acceptWarnings}
        </label>
      )}
      {rows.length > 0 && (
        <div className="overflow-hidden rounded-md border border-line">
          <table className="w-full table-fixed">
            <thead>
              <tr>
                <Heading className="w-1/4">{edits.columns.part}</Heading>
                <Heading>{edits.columns.from}</Heading>
                <Heading>{edits.columns.to}</Heading>
              </tr>
            </thead>
            {rows.slice(0, most).map((row) => (
              <PostChanges
                key={row.postId}
                profileId={profileId}
                row={row}
                post={posts.find(({ id }) => id === row.postId)}
              />
            ))}
          </table>
        </div>
      )}
      {rows.length > most && (
        <Button className="justify-self-center" onClick={() => setMost(most + 2 * shownAtOnce)}>
          {edits.more(Math.min(2 * shownAtOnce, rows.length - most))}
        </Button>
      )}
    </>
  )
}

interface HeadingProps {
  readonly className?: string
  readonly children: string
}

const Heading = ({ className = '', children }: HeadingProps) => (
  <th scope="col" className={`px-3 py-2 text-start font-medium text-ink-3 text-xs ${className}`}>
    {children}
  </th>
)

/** Separates the posts by what happens to them. Those that need attention come first in the table. */
const sortOut = (results: readonly Row[]) => ({
  refused: results.filter(({ ok }) => !ok),
  changed: results.filter(({ outcome }) => outcome === 'changed'),
  unchanged: results.filter(({ outcome }) => outcome === 'unchanged'),
})

interface ChangesProps {
  readonly profileId: string
  readonly row: Row
  readonly post: Post | undefined
}

const longestName = 80

function PostChanges({ profileId, row, post }: ChangesProps) {
  const { edits, verdicts } = useMessages('edits')
  const nameOf = useAccountName(profileId)
  const { problem, changes } = row
  const issues = [...(problem?.errors ?? []), ...(problem?.warnings ?? [])]
  const say = (change: Change): string => {
    const part = (edits.parts as Readonly<Record<string, string>>)[change.field] ?? change.field
    return change.accountId ? edits.onAccount(part, nameOf(change.accountId)) : part
  }
  const show = (change: Change, value: Change['from']): string => {
    if (value === null || value.length === 0) return edits.empty
    if (typeof value !== 'string') return value.map(nameOf).join(', ')
    if (change.field === 'approval') return edits.requested
    return change.field === 'scheduledAt' ? formatDayAndTime(value) : value
  }
  return (
    <tbody className="border-line border-t">
      <tr>
        <th scope="rowgroup" colSpan={3} className="bg-sunken px-3 py-2 text-start font-medium">
          <bdi className="line-clamp-1">{post?.content.slice(0, longestName) || edits.untitled}</bdi>
        </th>
      </tr>
      {problem && (
        <tr>
          <td colSpan={3} className="px-3 py-2 text-failed">
            {issues.length === 0 && verdicts.refusal(problem.code, problem.detail, [])}
            {issues.map((issue) => (
              <p key={`${issue.path} ${issue.code}`}>{verdicts.issue(issue)}</p>
            ))}
          </td>
        </tr>
      )}
      {changes.map((change, nth) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the changes of a post never move
        <tr key={nth} className="align-top text-sm">
          <th scope="row" className="px-3 py-1.5 text-start font-normal text-ink-2">
            {say(change)}
          </th>
          <td className="break-words px-3 py-1.5 text-ink-2">
            <bdi className="line-clamp-6">{show(change, change.from)}</bdi>
          </td>
          <td className="break-words px-3 py-1.5">
            <bdi className="line-clamp-6">{show(change, change.to)}</bdi>
          </td>
        </tr>
      ))}
    </tbody>
  )
}

/** Names accounts by their ID. Other values stay as they are. */
function useAccountName(profileId: string): (value: string) => string {
  const accounts = useQuery(accountsQuery(profileId)).data ?? []
  return (value) => {
    const account = accounts.find(({ id }) => id === value)
    return account ? `${networks[account.network].name} · ${account.displayName ?? account.handle}` : value
  }
}
