import type { Item } from '@posthorn/sdk'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { api } from '#web/app/api.ts'
import { useMessages } from '#web/i18n/index.ts'
import { nameOfPlan } from '#web/lib/plan-name.ts'
import { formatDistance } from '#web/lib/time.ts'
import { Button } from '#web/ui/button.tsx'
import { RowList } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { SearchInput } from '#web/ui/form/search-input.tsx'
import { Face } from '#web/ui/marks/face.tsx'
import { OneLine } from '#web/ui/one-line.tsx'
import { ProblemBanner } from '#web/ui/problem-banner.tsx'
import { WaitingRows } from '#web/ui/waiting/waiting-rows.tsx'
import { AdminFrame } from '../admin-frame.tsx'
import { UserDialog } from './user-dialog.tsx'

const pageSize = 50

/** Finds users of the installation and opens their details. */
export function AdminUsersPage() {
  const { admin, adminPlaces } = useMessages('admin')
  const words = admin.users
  const { profileId } = useParams({ from: '/p/$profileId' })
  const { q = '', page = 1, user } = useSearch({ from: '/p/$profileId/admin/users' })
  const navigate = useNavigate()
  const go = (search: { readonly q?: string; readonly page?: number; readonly user?: string }) =>
    void navigate({ to: '/p/$profileId/admin/users', params: { profileId }, search, replace: true })
  const kept = { ...(q && { q }), ...(page > 1 && { page }) }
  const [text, setText] = useState(q)
  const read = useQuery({
    queryKey: ['admin-users', q, page],
    queryFn: () => api.searchUsers({ ...(q && { q }), page, pageSize }),
  })
  const found = read.data
  return (
    <AdminFrame tab="users">
      <form
        className="flex max-w-xl flex-wrap gap-2"
        onSubmit={(event) => {
          event.preventDefault()
          go(text.trim() ? { q: text.trim() } : {})
        }}
      >
        <SearchInput
          label={words.search}
          value={text}
          onChange={(event) => setText(event.target.value)}
          className="min-w-0 flex-1"
        />
        <Button type="submit" className="max-md:min-h-11">
          {words.find}
        </Button>
      </form>
      {read.error && <ProblemBanner error={read.error} onRetry={() => void read.refetch()} />}
      {!found && !read.error && <WaitingRows count={6} />}
      {found?.users.length === 0 && <EmptyState icon="search" title={words.nobody} />}
      {found && found.users.length > 0 && (
        <RowList label={adminPlaces.tabs.users}>
          {found.users.map((one) => (
            <UserRow key={one.uid} user={one} onOpen={() => go({ ...kept, user: one.uid })} />
          ))}
        </RowList>
      )}
      {found && found.total > pageSize && (
        <div className="flex items-center justify-center gap-3">
          <Button disabled={page === 1} onClick={() => go({ ...(q && { q }), page: page - 1 })}>
            {words.earlier}
          </Button>
          <span className="nums text-ink-3 text-sm">{words.page(page, Math.ceil(found.total / pageSize))}</span>
          <Button disabled={page * pageSize >= found.total} onClick={() => go({ ...(q && { q }), page: page + 1 })}>
            {words.later}
          </Button>
        </div>
      )}
      {user && <UserDialog uid={user} onClose={() => go(kept)} />}
    </AdminFrame>
  )
}

interface RowProps {
  readonly user: Item<'searchUsers', 'users'>
  readonly onOpen: () => void
}

/** On a phone, the role and the plan are one line. */
const dot = (
  <span aria-hidden="true" className="md:hidden">
    ·
  </span>
)

function UserRow({ user: { name, avatarUrl, email, role, plan, createdAt, disabledAt }, onOpen }: RowProps) {
  const { admin, usage } = useMessages('admin')
  const words = admin.users
  return (
    <li>
      <button
        type="button"
        onClick={onOpen}
        className="grid min-h-15 w-full grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-3 gap-y-0.5 px-4 py-2.5 text-start text-sm hover:bg-sunken md:grid-cols-[auto_minmax(0,1fr)_auto_8rem_4.5rem_11rem] md:gap-x-4"
      >
        <span className="max-md:row-span-2 max-md:self-start">
          <Face name={name} url={avatarUrl} size={36} />
        </span>
        <span className="grid min-w-0 grid-cols-[minmax(0,1fr)]">
          <OneLine className="font-medium text-base">{name}</OneLine>
          <OneLine className="text-ink-3">{email ?? words.noEmail}</OneLine>
        </span>
        <span>
          {disabledAt && (
            <span className="rounded-full bg-failed/12 px-2.5 py-0.5 font-medium text-failed text-xs">
              {words.disabled}
            </span>
          )}
        </span>
        <span className="flex flex-wrap gap-x-1.5 text-ink-2 max-md:col-start-2 max-md:col-span-2 md:contents">
          <span className={role === 'user' ? 'max-md:hidden' : ''}>{role !== 'user' && words.roles[role]}</span>
          {role !== 'user' && dot}
          <span>{nameOfPlan(plan, usage)}</span>
          <time dateTime={createdAt} className="nums text-ink-3 max-md:basis-full md:text-end">
            {words.since(formatDistance(createdAt))}
          </time>
        </span>
      </button>
    </li>
  )
}
