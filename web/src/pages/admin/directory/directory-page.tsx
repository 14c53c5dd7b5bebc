import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '#web/app/api.ts'
import { useMessages } from '#web/i18n/index.ts'
import { formatNumber } from '#web/lib/number.ts'
import { formatDistance } from '#web/lib/time.ts'
import { Card, RowList } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { CopyField } from '#web/ui/form/copy-field.tsx'
import { ProblemBanner } from '#web/ui/problem-banner.tsx'
import { Section } from '#web/ui/section.tsx'
import { Loading } from '#web/ui/waiting/loading.tsx'
import { AdminFrame } from '../admin-frame.tsx'
import { type Group, GroupDialog } from './group-dialog.tsx'

/** The company directory: the connection to enter there, and what its groups give their members. */
export function AdminDirectoryPage() {
  const words = useMessages('admin').admin.directory
  const state = useQuery({ queryKey: ['admin-directory'], queryFn: () => api.getDirectory() })
  const [open, setOpen] = useState<Group | null>(null)
  const { data } = state
  const list = data?.groups
  return (
    <AdminFrame tab="directory">
      {state.error && <ProblemBanner error={state.error} onRetry={() => void state.refetch()} />}
      {!data && !state.error && <Loading />}
      {data && (
        <Card title={data.isOn ? words.on : words.off} lead={data.isOn ? summarize(words, data) : words.offLead}>
          <CopyField label={words.baseUrl} value={data.baseUrl} />
          <p className="text-ink-2 text-sm">
            <a href="/docs/guides/scim" className="text-brand underline underline-offset-3">
              {words.guide}
            </a>
          </p>
        </Card>
      )}
      {data?.isOn && list?.length === 0 && <EmptyState icon="user" title={words.empty} lead={words.emptyLead} />}
      {list && list.length > 0 && (
        <Section title={words.groups}>
          <RowList label={words.groups}>
            {list.map((one) => (
              <GroupRow key={one.id} group={one} onOpen={() => setOpen(one)} />
            ))}
          </RowList>
        </Section>
      )}
      {open && <GroupDialog group={open} onClose={() => setOpen(null)} />}
    </AdminFrame>
  )
}

function summarize(
  words: ReturnType<typeof useMessages<'admin'>>['admin']['directory'],
  { users, lastRequestAt }: { readonly users: number; readonly lastRequestAt: string | null },
): string {
  const last = lastRequestAt === null ? words.never : words.last(formatDistance(lastRequestAt))
  return `${words.people(users, formatNumber(users))} ${last}`
}

function GroupRow({ group, onOpen }: { readonly group: Group; readonly onOpen: () => void }) {
  const { admin, members } = useMessages('admin')
  const words = admin.directory
  const { name, role, brands } = group
  const given = [
    ...(role === null ? [] : [admin.users.roles[role]]),
    ...brands.map((one) => words.onBrand(members.roles[one.role], one.name)),
  ]
  return (
    <li>
      <button
        type="button"
        onClick={onOpen}
        className="grid min-h-14 w-full grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 px-4 py-2.5 text-start hover:bg-sunken"
      >
        <bdi className="break-words font-medium">{name}</bdi>
        <span className="nums text-ink-3 text-sm">{words.members(group.members, formatNumber(group.members))}</span>
        <span className="col-span-2 break-words text-ink-3 text-sm">
          {given.length === 0 ? words.nothing : given.join(', ')}
        </span>
      </button>
    </li>
  )
}
