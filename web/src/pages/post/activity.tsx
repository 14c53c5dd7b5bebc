import type { Result } from '@posthorn/sdk'
import { useQuery } from '@tanstack/react-query'
import { postAuditQuery } from '#web/app/queries.ts'
import { useMessages } from '#web/i18n/index.ts'
import { Icon, type IconName } from '#web/icons/icon.tsx'
import { formatDayAndTime } from '#web/lib/time.ts'
import { usePerson } from '#web/posts/use-person.ts'
import { Card } from '#web/ui/card.tsx'
import { Face } from '#web/ui/marks/face.tsx'
import { ZonedTime } from '#web/ui/zone/zoned-time.tsx'

/** The history of a post, newest first: what people did, with name and face, and what the service did. */
export function Activity({ profileId, postId }: { readonly profileId: string; readonly postId: string }) {
  const { posts } = useMessages()
  const audit = useQuery(postAuditQuery(postId))
  // The card of team comments shows these, with their words.
  const entries = audit.data?.filter(({ action }) => !action.startsWith('post.team_')) ?? []
  if (entries.length === 0) return null
  return (
    <Card title={posts.post.activity}>
      <ol className="grid grid-cols-[minmax(0,1fr)] gap-3">
        {entries.map((entry) => (
          <ActivityLine key={entry.id} profileId={profileId} entry={entry} />
        ))}
      </ol>
    </Card>
  )
}

interface LineProps {
  readonly profileId: string
  readonly entry: Result<'listPostAudit'>[number]
}

const icons: Readonly<Record<string, IconName>> = {
  'post.published': 'check',
  'post.retried': 'refresh',
  'post.submitted': 'send',
  'post.published_now': 'send',
}

function ActivityLine({ profileId, entry: { at, action, actor } }: LineProps) {
  const { posts } = useMessages()
  const person = usePerson(profileId)(actor.uid)
  const name = person?.name ?? actor.name ?? (actor.uid === null ? null : posts.facts.formerMember)
  const words: Readonly<Record<string, string>> = posts.history
  return (
    <li className="flex items-center gap-2.5 text-sm">
      {name !== null ? (
        <Face name={name} url={person?.avatarUrl} size={24} />
      ) : (
        <span className="grid size-6 shrink-0 place-items-center rounded-full bg-sunken text-ink-2">
          <Icon name={icons[action] ?? 'clock'} className="size-3.5" />
        </span>
      )}
      <span className="min-w-0 flex-1">
        {name !== null && (
          <>
            <bdi title={person ? undefined : posts.facts.formerMember} className="font-medium">
              {name}
            </bdi>
            {' · '}
          </>
        )}
        {words[action] ?? action}
      </span>
      <ZonedTime at={at} className="nums shrink-0 text-ink-3 text-xs">
        {formatDayAndTime(at)}
      </ZonedTime>
    </li>
  )
}
