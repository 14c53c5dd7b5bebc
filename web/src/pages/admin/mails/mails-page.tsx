import { Link, useParams, useSearch } from '@tanstack/react-router'
import { useMessages } from '#web/i18n/index.ts'
import { formatDistance } from '#web/lib/time.ts'
import { RowList } from '#web/ui/card.tsx'
import { OneLine } from '#web/ui/one-line.tsx'
import { ProblemBanner } from '#web/ui/problem-banner.tsx'
import { Tag } from '#web/ui/tag.tsx'
import { WaitingRows } from '#web/ui/waiting/waiting-rows.tsx'
import { AdminFrame } from '../admin-frame.tsx'
import { useIsAdmin } from '../parts/use-is-admin.ts'
import { MailEditor } from './mail-editor.tsx'
import { nameOfMail, readWords, type Template, useMails } from './use-mails.ts'

/** Lists the emails that Posthorn sends. The open one is in the URL. */
export function AdminMailsPage() {
  const { adminPlaces } = useMessages()
  const { mail } = useSearch({ from: '/p/$profileId/admin/mails' })
  const mayAct = useIsAdmin()
  const read = useMails()
  const templates = read.data?.templates
  const opened = templates?.find(({ name }) => name === mail)
  return (
    <AdminFrame tab="mails">
      {read.error && <ProblemBanner error={read.error} onRetry={() => void read.refetch()} />}
      {!templates && !read.error && <WaitingRows count={8} />}
      {opened && <MailEditor key={opened.name} template={opened} mayAct={mayAct} />}
      {templates && !opened && (
        <RowList label={adminPlaces.tabs.mails}>
          {templates.map((template) => (
            <MailRow key={template.name} template={template} />
          ))}
        </RowList>
      )}
    </AdminFrame>
  )
}

function MailRow({ template }: { readonly template: Template }) {
  const { name, isChanged, updatedAt } = template
  const { parts, language } = readWords(template)
  const messages = useMessages('admin')
  const words = messages.admin.mails
  const { profileId } = useParams({ from: '/p/$profileId' })
  return (
    <li>
      <Link
        to="/p/$profileId/admin/mails"
        params={{ profileId }}
        search={{ mail: name }}
        className="flex min-h-14 flex-wrap items-center gap-x-4 gap-y-1 px-4 py-2.5 hover:bg-sunken"
      >
        <span className="grid min-w-0 flex-1 basis-64 grid-cols-[minmax(0,1fr)]">
          <span className="font-medium">{nameOfMail(name, messages)}</span>
          <span lang={language} className="min-w-0 text-ink-3 text-sm">
            <OneLine>{parts.subject}</OneLine>
          </span>
        </span>
        {isChanged && (
          <span className="flex items-center gap-2 text-ink-3 text-sm">
            {updatedAt && formatDistance(updatedAt)}
            <Tag tone="busy">{words.changed}</Tag>
          </span>
        )}
      </Link>
    </li>
  )
}
