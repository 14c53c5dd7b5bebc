import type { Result } from '@posthorn/sdk'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '#web/app/api.ts'
import { useMessages } from '#web/i18n/index.ts'
import { Icon } from '#web/icons/icon.tsx'
import { Button, iconButtonStyle } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { OneLine } from '#web/ui/one-line.tsx'
import { ProblemBanner } from '#web/ui/problem-banner.tsx'
import { tell, tellFailure } from '#web/ui/toast.tsx'
import type { Account } from '../draft/draft.ts'

type AccountSet = Result<'listAccountSets'>[number]

const setsQuery = (profileId: string) =>
  queryOptions({ queryKey: ['account-sets', profileId], queryFn: () => api.listAccountSets({ id: profileId }) })

interface SetsProps {
  readonly profileId: string
  readonly accounts: readonly Account[]
  readonly chosen: readonly string[]
  readonly onChange: (chosen: readonly string[]) => void
}

/** The saved sets of accounts. A set replaces the choice, and the choice can be saved as a set. */
export function AccountSets({ profileId, accounts, chosen, onChange }: SetsProps) {
  const { shell, writing } = useMessages()
  const words = writing.sets
  const queries = useQueryClient()
  const sets = useQuery(setsQuery(profileId))
  // An ID to rename the set, `new` to save the choice.
  const [named, setNamed] = useState<string | null>(null)
  const refresh = () => queries.invalidateQueries({ queryKey: ['account-sets', profileId] })
  const save = useMutation({
    mutationFn: (name: string) =>
      named === null || named === 'new'
        ? api.createAccountSet({ id: profileId, name, accountIds: chosen as string[] })
        : api.updateAccountSet({ id: profileId, setId: named, name }),
    onSuccess: async () => {
      await refresh()
      setNamed(null)
    },
  })
  const restore = ({ name, accountIds }: AccountSet) =>
    api.createAccountSet({ id: profileId, name, accountIds }).then(refresh, (error) => tellFailure(words.failed, error))
  const remove = useMutation({
    mutationFn: ({ id }: AccountSet) => api.deleteAccountSet({ id: profileId, setId: id }),
    onSuccess: (_, set) =>
      tell({
        title: words.removed(set.name),
        undo: set.accountIds.length > 0 ? { label: shell.undo, run: () => void restore(set) } : undefined,
      }),
    onError: (error) => tellFailure(words.failed, error),
    onSettled: refresh,
  })
  const working = new Set(accounts.filter(({ status }) => status === 'active').map(({ id }) => id))
  const start = (place: string | null) => {
    save.reset()
    setNamed(place)
  }
  const form = (name: string) => (
    <NameForm
      name={name}
      error={save.error}
      isBusy={save.isPending}
      onSave={(next) => save.mutate(next)}
      onClose={() => start(null)}
    />
  )
  return (
    <section aria-label={words.title} className="grid gap-1 border-line border-t pt-2">
      <h3 className="px-2 font-medium text-ink-3 text-xs">{words.title}</h3>
      {sets.error && <ProblemBanner error={sets.error} onRetry={() => void sets.refetch()} />}
      {sets.data?.length === 0 && named === null && <p className="px-2 py-1 text-ink-3 text-sm">{words.empty}</p>}
      <ul className="max-h-44 overflow-y-auto max-md:max-h-[20dvh]">
        {sets.data?.map((set) =>
          named === set.id ? (
            <li key={set.id}>{form(set.name)}</li>
          ) : (
            <SetRow
              key={set.id}
              set={set}
              usable={set.accountIds.filter((id) => working.has(id))}
              onUse={onChange}
              onRename={() => start(set.id)}
              onRemove={() => remove.mutate(set)}
            />
          ),
        )}
      </ul>
      {named === 'new' ? (
        form('')
      ) : (
        <button
          type="button"
          disabled={chosen.length === 0}
          onClick={() => start('new')}
          className="flex min-h-9 items-center gap-2 rounded-md px-2 text-start font-medium text-sm hover:bg-sunken disabled:opacity-40"
        >
          <Icon name="plus" className="size-4" />
          {words.save}
        </button>
      )}
    </section>
  )
}

interface RowProps {
  readonly set: AccountSet
  /** The members that can publish now. */
  readonly usable: readonly string[]
  readonly onUse: (accountIds: readonly string[]) => void
  readonly onRename: () => void
  readonly onRemove: () => void
}

function SetRow({ set: { name }, usable, onUse, onRename, onRemove }: RowProps) {
  const { writing } = useMessages()
  const words = writing.sets
  return (
    <li className="flex items-center rounded-md hover:bg-sunken">
      <button
        type="button"
        disabled={usable.length === 0}
        aria-label={words.use(name, usable.length)}
        onClick={() => onUse(usable)}
        className="flex min-h-11 min-w-0 flex-1 items-center gap-2 px-2 text-start disabled:opacity-40"
      >
        <OneLine className="font-medium">{name}</OneLine>
        <span className="nums ms-auto text-ink-3 text-sm">{usable.length}</span>
      </button>
      <button type="button" aria-label={words.rename(name)} onClick={onRename} className={iconButtonStyle}>
        <Icon name="pen" className="size-4" />
      </button>
      <button type="button" aria-label={words.remove(name)} onClick={onRemove} className={iconButtonStyle}>
        <Icon name="trash" className="size-4" />
      </button>
    </li>
  )
}

interface NameProps {
  readonly name: string
  readonly error: Error | null
  readonly isBusy: boolean
  readonly onSave: (name: string) => void
  readonly onClose: () => void
}

function NameForm({ name, error, isBusy, onSave, onClose }: NameProps) {
  const { shell, writing } = useMessages()
  return (
    <form
      className="grid gap-2 p-2"
      onSubmit={(event) => {
        event.preventDefault()
        const typed = String(new FormData(event.currentTarget).get('name') ?? '').trim()
        if (typed !== '' && !isBusy) onSave(typed)
      }}
    >
      {/* The form was opened just now, to be filled. */}
      <Field label={writing.sets.name} name="name" defaultValue={name} maxLength={100} required autoFocus />
      {error && <ProblemBanner error={error} />}
      <div className="flex justify-end gap-2">
        <Button variant="quiet" onClick={onClose}>
          {shell.cancel}
        </Button>
        <Button type="submit" isBusy={isBusy}>
          {writing.sets.saveName}
        </Button>
      </div>
    </form>
  )
}
