import { queryOptions, useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { api } from '#web/app/api.ts'
import { accountsQuery, profilesQuery } from '#web/app/queries.ts'
import { useMessages } from '#web/i18n/index.ts'
import { usePerson } from '#web/posts/use-person.ts'
import { networks } from '#web/ui/marks/network-mark.tsx'
import { webhooksQuery } from '../webhooks/webhook-queries.ts'

/** The pages for resources, by ID prefix. */
const pages = {
  acc: '/p/$profileId/connections',
  key: '/p/$profileId/settings/api-keys',
  media: '/p/$profileId/media',
  note: '/p/$profileId/calendar',
  pinv: '/p/$profileId/settings/members',
  prof: '/p/$profileId/settings',
  rec: '/p/$profileId/recurring',
  ses: '/p/$profileId/settings/account/security',
  wh: '/p/$profileId/settings/webhooks',
} as const

const hasPage = (prefix: string): prefix is keyof typeof pages => prefix in pages

const style = 'min-w-0 truncate text-brand underline decoration-line-strong underline-offset-4 hover:decoration-current'

interface Subject {
  readonly subject: string
  readonly changes: Readonly<Record<string, unknown>>
}

/** Links to the page of an entry's subject. What has no page is named, or shown by its ID. */
export function SubjectLink({ subject, changes }: Subject) {
  const { profileId } = useParams({ from: '/p/$profileId' })
  const { activity } = useMessages('activity')
  const person = usePerson(profileId)(subject)
  const name = useNameOf(subject) ?? person?.name ?? readName(changes)
  const [prefix = ''] = subject.split('_')
  if (prefix === 'post')
    return (
      <Link to="/p/$profileId/posts/$postId" params={{ profileId, postId: subject }} className={style}>
        <bdi>{name ?? activity.open.post}</bdi>
      </Link>
    )
  if (prefix === 'idea')
    return (
      <Link to="/p/$profileId/posts" params={{ profileId }} search={{ tab: 'ideas' }} className={style}>
        <bdi>{name ?? activity.open.idea}</bdi>
      </Link>
    )
  if (!hasPage(prefix) && name !== null) return <bdi className="min-w-0 truncate">{name}</bdi>
  if (!hasPage(prefix)) return <code className="min-w-0 truncate font-mono text-xs">{subject}</code>
  return (
    <Link to={pages[prefix]} params={{ profileId: prefix === 'prof' ? subject : profileId }} className={style}>
      <bdi>{name ?? activity.open[prefix]}</bdi>
    </Link>
  )
}

/** Returns the display name of an entry's subject. Null if the page does not have it. */
function useNameOf(subject: string): string | null {
  const { profileId } = useParams({ from: '/p/$profileId' })
  const posts = useQuery(newestPostsQuery(profileId))
  const accounts = useQuery(accountsQuery(profileId))
  const brands = useQuery(profilesQuery)
  const webhooks = useQuery({ ...webhooksQuery, enabled: subject.startsWith('wh_') })
  const account = accounts.data?.find(({ id }) => id === subject)
  if (account) return `${account.displayName ?? account.handle} · ${networks[account.network].name}`
  const webhook = webhooks.data?.find(({ id }) => id === subject)
  if (webhook) return webhook.url
  return posts.data?.get(subject) || (brands.data?.find(({ id }) => id === subject)?.name ?? null)
}

/** Reads the name of a created or deleted resource, such as an API key, the title of an idea, or the text of a note. */
function readName({ name, title, text }: Subject['changes']): string | null {
  const { from, to } = (name ?? title ?? text ?? {}) as { readonly from?: unknown; readonly to?: unknown }
  const given = to ?? from
  return typeof given === 'string' && given !== '' ? given : null
}

/** The texts of a brand's latest posts by ID, for the entries about them. */
const newestPostsQuery = (profileId: string) =>
  queryOptions({
    queryKey: ['posts', profileId, 'newest-words'],
    queryFn: async () => {
      const { posts } = await api.listPostSummaries({ profileId, sort: 'createdAt', limit: 100 })
      return new Map(posts.map(({ id, content }) => [id as string, content]))
    },
  })
