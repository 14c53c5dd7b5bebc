import type { Result } from '@posthorn/sdk'
import { useMutation } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { api } from '#web/app/api.ts'
import { useMessages } from '#web/i18n/index.ts'
import { Icon } from '#web/icons/icon.tsx'
import { useNarrow } from '#web/lib/browser/use-narrow.ts'
import { startOfDay } from '#web/lib/day.ts'
import { formatFullDay } from '#web/lib/time.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { OneLine } from '#web/ui/one-line.tsx'
import { ProblemBanner } from '#web/ui/problem-banner.tsx'
import { useUserName } from '../parts/user-name.tsx'
import { type AuditFilter, readAuditLogSearch } from './audit-log-search.ts'

interface FormProps {
  readonly filter: AuditFilter
  /** Suggested actions: those on the page. */
  readonly actions: readonly string[]
  readonly onFilter: (filter: AuditFilter) => void
}

/** Filters by actor, subject, action and time. On a phone, the form is collapsed until used. */
export function FilterForm({ filter, actions, onFilter }: FormProps) {
  const words = useMessages('admin').admin.auditLog
  const list = useId()
  const isNarrow = useNarrow()
  const [who, setWho] = useState('')
  const [wanted, setWanted] = useState(filter)
  const change = (name: keyof AuditFilter) => ({
    value: wanted[name] ?? '',
    onChange: (event: { readonly target: { readonly value: string } }) =>
      setWanted((before) => ({ ...before, [name]: event.target.value.trim() })),
  })
  const find = useMutation({
    mutationFn: async () =>
      who.trim() === '' ? filter.actor : await findActor(who.trim(), (q) => api.searchUsers({ q })),
    onSuccess: (actor) => onFilter(readAuditLogSearch({ ...wanted, actor })),
  })
  const unclear = find.error instanceof WhoIsUnclear ? words.unclear[find.error.why] : undefined
  return (
    <details open={!isNarrow} className="group rounded-lg border border-line bg-surface">
      <summary className="flex min-h-11 list-none items-center justify-between px-4 font-medium md:hidden [&::-webkit-details-marker]:hidden">
        {words.filter}
        <Icon name="chevron" className="size-4 text-ink-3 transition-transform group-open:rotate-180" />
      </summary>
      <form
        className="grid gap-4 p-4 sm:grid-cols-2 xl:grid-cols-3"
        onSubmit={(event) => {
          event.preventDefault()
          find.mutate()
        }}
      >
        <Field
          label={words.who}
          placeholder={words.whoHint}
          error={unclear}
          value={who}
          onChange={(event) => setWho(event.target.value)}
        />
        <Field label={words.what} placeholder={words.whatHint} list={list} {...change('action')} />
        <datalist id={list}>
          {actions.map((action) => (
            <option key={action} value={action} />
          ))}
        </datalist>
        <Field label={words.subject} placeholder={words.subjectHint} {...change('subject')} />
        <div className="grid grid-cols-[repeat(auto-fit,minmax(9rem,1fr))] gap-4 sm:grid-cols-2 xl:contents">
          <Field label={words.from} type="date" {...change('from')} />
          <Field label={words.to} type="date" {...change('to')} />
        </div>
        <div className="flex items-end justify-end sm:max-xl:col-span-2">
          <Button type="submit" isBusy={find.isPending}>
            {words.search}
          </Button>
        </div>
        {find.error && !unclear && <ProblemBanner error={find.error} />}
      </form>
    </details>
  )
}

/** The text matches no user, or several. */
class WhoIsUnclear extends Error {
  readonly why: 'nobody' | 'several'
  constructor(why: 'nobody' | 'several') {
    super(`The text names ${why}.`)
    this.why = why
  }
}

/** Finds the single user with an ID, an email address or a name. */
async function findActor(
  text: string,
  search: (q: string) => Promise<Pick<Result<'searchUsers'>, 'users'>>,
): Promise<string> {
  if (text.startsWith('usr_')) return text
  const { users } = await search(text)
  const exact = users.find(({ email }) => email === text.toLowerCase())
  const found = exact ?? (users.length === 1 ? users[0] : undefined)
  if (!found) throw new WhoIsUnclear(users.length === 0 ? 'nobody' : 'several')
  return found.uid
}

interface TagsProps {
  readonly filter: AuditFilter
  readonly onFilter: (filter: AuditFilter) => void
}

/** The active filters. Each can be removed. */
export function FilterTags({ filter, onFilter }: TagsProps) {
  const words = useMessages('admin').admin.auditLog
  const name = useUserName(filter.actor ?? null)
  const texts: Readonly<Record<keyof AuditFilter, string | undefined>> = {
    actor: filter.actor && `${words.who}: ${name ?? filter.actor}`,
    action: filter.action && `${words.what}: ${filter.action}`,
    subject: filter.subject && `${words.subject}: ${filter.subject}`,
    from: filter.from && `${words.from}: ${formatFullDay(startOfDay(filter.from).toISOString())}`,
    to: filter.to && `${words.to}: ${formatFullDay(startOfDay(filter.to).toISOString())}`,
  }
  const without = (name: string) => Object.fromEntries(Object.entries(filter).filter(([one]) => one !== name))
  return (
    <ul aria-label={words.filter} className="flex flex-wrap gap-2">
      {Object.entries(texts).map(
        ([name, text]) =>
          text && (
            <li key={name} className="max-w-full">
              <button
                type="button"
                aria-label={words.without(text)}
                onClick={() => onFilter(without(name))}
                className="inline-flex min-h-11 max-w-full items-center gap-1.5 rounded-full border border-line bg-surface px-3 text-sm hover:bg-sunken sm:min-h-8"
              >
                <OneLine>{text}</OneLine>
                <Icon name="close" className="size-3.5 text-ink-3" />
              </button>
            </li>
          ),
      )}
    </ul>
  )
}
