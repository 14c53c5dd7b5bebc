import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { postAuditQuery } from '#web/app/queries.ts'
import { useRights } from '#web/app/rights/rights.ts'
import { useMessages } from '#web/i18n/index.ts'
import { Icon } from '#web/icons/icon.tsx'
import { formatDayAndTime } from '#web/lib/time.ts'
import { LabelChips } from '#web/posts/labels/label-chips.tsx'
import type { Post } from '#web/posts/post-time.ts'
import { usePerson } from '#web/posts/use-person.ts'
import { Face } from '#web/ui/marks/face.tsx'
import { StatusBadge } from '#web/ui/marks/status-badge.tsx'
import { OneLine } from '#web/ui/one-line.tsx'
import { ZonedTime } from '#web/ui/zone/zoned-time.tsx'
import { approvalsQuery } from './approval-card.tsx'
import { EditLabels } from './edit-labels.tsx'

/** The longest delay that still counts as on time. */
const onTimeMs = 60_000

/** The key facts of a post: its state, its time, who wrote and who approved it. A brass line fills while it publishes. */
export function FactsCard({ post }: { readonly post: Post }) {
  const { posts } = useMessages()
  const { facts, when } = posts
  const approvals = useQuery(approvalsQuery(post.id)).data
  const approvers = approvals?.decisions.filter(({ decision, isCurrent }) => isCurrent && decision === 'approved') ?? []
  const { status, publishedAt, scheduledAt, createdAt, targets, authorUid } = post
  const done = targets.filter((target) => target.status === 'published')
  const isBusy = status === 'queued' || status === 'publishing'
  const at = publishedAt ?? scheduledAt ?? createdAt
  const onTime = scheduledAt
    ? done.filter((target) => Date.parse(target.publishedAt ?? '') - Date.parse(scheduledAt) < onTimeMs).length
    : 0
  return (
    <div className="relative overflow-hidden rounded-lg bg-surface shadow-1 ring-1 ring-line">
      <dl className="flex flex-wrap gap-x-7 gap-y-3 px-5 py-4">
        <Fact name={facts.status}>
          <StatusBadge status={status} of="post" />
        </Fact>
        <Fact name={publishedAt ? facts.published : scheduledAt ? when.scheduled : when.created}>
          <ZonedTime at={at}>{formatDayAndTime(at)}</ZonedTime>
        </Fact>
        {isBusy && <Fact name={facts.progress}>{facts.publishedOf(done.length, targets.length)}</Fact>}
        {!isBusy && scheduledAt && done.length > 0 && (
          <Fact name={facts.timing}>{facts.onTimeOf(onTime, done.length)}</Fact>
        )}
        {authorUid && (
          <Fact name={facts.by}>
            <Person post={post} uid={authorUid} />
          </Fact>
        )}
        {approvers.map(({ uid }) => (
          <Fact key={uid} name={facts.approvedBy}>
            <Person post={post} uid={uid} />
          </Fact>
        ))}
        <LabelsFact post={post} />
      </dl>
      {isBusy && (
        <span
          aria-hidden="true"
          className="absolute start-0 bottom-0 h-0.75 bg-brass transition-[width] duration-600"
          style={{ width: `${(100 * done.length) / Math.max(1, targets.length)}%` }}
        />
      )}
    </div>
  )
}

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div className="grid min-w-0 content-start gap-0.5">
      <dt className="text-ink-2 text-xs">{name}</dt>
      <dd className="nums flex min-h-6 min-w-0 items-center font-medium">{children}</dd>
    </div>
  )
}

/** The labels of a post. Editors can change them at any time, also after the post was published. */
function LabelsFact({ post }: { readonly post: Post }) {
  const { labels: words } = useMessages()
  const { mayChange, mayWrite } = useRights()
  const [isEditing, setEditing] = useState(false)
  const mayEdit = mayWrite && mayChange(post) && post.deletedAt === null
  if (!mayEdit && post.tags.length === 0) return null
  return (
    <Fact name={words.title}>
      <span className="flex min-w-0 flex-wrap items-center gap-1.5">
        <LabelChips profileId={post.profileId} names={post.tags} className="empty:hidden" />
        {mayEdit && (
          <button
            type="button"
            aria-label={words.edit}
            title={words.edit}
            onClick={() => setEditing(true)}
            className="grid size-7 place-items-center rounded-sm text-ink-3 hover:bg-sunken hover:text-ink"
          >
            <Icon name={post.tags.length > 0 ? 'pen' : 'plus'} className="size-4" />
          </button>
        )}
      </span>
      {isEditing && <EditLabels post={post} onClose={() => setEditing(false)} />}
    </Fact>
  )
}

/** A person with name and face. The history of the post keeps the names of those who have left. */
function Person({ post: { id, profileId }, uid }: { readonly post: Post; readonly uid: string }) {
  const { posts } = useMessages()
  const person = usePerson(profileId)(uid)
  const kept = useQuery(postAuditQuery(id)).data?.find(({ actor }) => actor.uid === uid)?.actor.name
  const name = person?.name ?? kept ?? posts.facts.formerMember
  return (
    <span title={person ? undefined : posts.facts.formerMember} className="inline-flex min-w-0 items-center gap-1.5">
      <Face name={name} url={person?.avatarUrl} size={20} />
      <OneLine>{name}</OneLine>
    </span>
  )
}
