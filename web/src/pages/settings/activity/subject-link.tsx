import { Link, useParams } from '@tanstack/react-router'
import { useMessages } from '#web/i18n/index.ts'

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

/** Leads to the page that shows what an entry is about. An id that no page shows is written out. */
export function SubjectLink({ subject }: { readonly subject: string }) {
  const { profileId } = useParams({ from: '/p/$profileId' })
  const { account } = useMessages()
  const [prefix = ''] = subject.split('_')
  const look = 'text-brand underline underline-offset-4'
  if (prefix === 'post')
    return (
      <Link to="/p/$profileId/posts/$postId" params={{ profileId, postId: subject }} className={look}>
        {account.activity.open.post}
      </Link>
    )
  if (!hasPage(prefix)) return <code className="font-mono text-xs">{subject}</code>
  return (
    <Link to={pages[prefix]} params={{ profileId }} className={look}>
      {account.activity.open[prefix]}
    </Link>
  )
}
