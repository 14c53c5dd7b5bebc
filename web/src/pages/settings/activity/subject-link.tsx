import { Link, useParams } from '@tanstack/react-router'

/** The pages that show what an id names, by the prefix of the id. */
const pages = {
  acc: '/p/$profileId/connections',
  key: '/p/$profileId/settings/api-keys',
  media: '/p/$profileId/media',
  rec: '/p/$profileId/recurring',
  ses: '/p/$profileId/settings/account',
  wh: '/p/$profileId/settings/webhooks',
} as const

const hasPage = (prefix: string): prefix is keyof typeof pages => prefix in pages

/** The id of what an entry is about, as a link where a page shows it. */
export function SubjectLink({ subject }: { readonly subject: string }) {
  const { profileId } = useParams({ from: '/p/$profileId' })
  const id = <code className="font-mono text-xs">{subject}</code>
  const [prefix = ''] = subject.split('_')
  const look = 'text-brand hover:underline hover:underline-offset-4'
  if (prefix === 'post')
    return (
      <Link to="/p/$profileId/posts/$postId" params={{ profileId, postId: subject }} className={look}>
        {id}
      </Link>
    )
  if (!hasPage(prefix)) return id
  return (
    <Link to={pages[prefix]} params={{ profileId }} className={look}>
      {id}
    </Link>
  )
}
