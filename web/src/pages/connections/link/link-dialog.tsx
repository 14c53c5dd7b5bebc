import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { api } from '#web/app/api.ts'
import { useMessages } from '#web/i18n/index.ts'
import { listWords } from '#web/lib/list-words.ts'
import { formatDistance } from '#web/lib/time.ts'
import { Button } from '#web/ui/button.tsx'
import { RowList } from '#web/ui/card.tsx'
import { Dialog, DialogActions } from '#web/ui/dialog.tsx'
import { CheckList } from '#web/ui/form/check-list.tsx'
import { CopyField } from '#web/ui/form/copy-field.tsx'
import { SelectField } from '#web/ui/form/select-field.tsx'
import { TextArea } from '#web/ui/form/text-area.tsx'
import { ProblemBanner } from '#web/ui/problem-banner.tsx'
import type { Provider } from '../use-connect.ts'

interface LinkProps {
  readonly profileId: string
  /** The networks that can be connected on this installation. */
  readonly providers: readonly Provider[]
  readonly onClose: () => void
}

const usualHours = '168'

/** Creates a link with which someone without an account here connects an account, and lists the open ones. */
export function LinkDialog({ profileId, providers, onClose }: LinkProps) {
  const { invites, shell } = useMessages('invites')
  const { link: words } = invites
  const queries = useQueryClient()
  const [platforms, setPlatforms] = useState<readonly string[]>(() => providers.map(({ platform }) => platform))
  const [period, setPeriod] = useState(usualHours)
  const [note, setNote] = useState('')
  const isAll = platforms.length === providers.length
  const create = useMutation({
    mutationFn: () =>
      api.createProfileInvite({
        id: profileId,
        expiresInHours: Number(period),
        ...(!isAll && { platforms: providers.map((one) => one.platform).filter((id) => platforms.includes(id)) }),
        ...(note.trim() && { note: note.trim() }),
      }),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['invites'] }),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    create.mutate()
  }
  if (create.data)
    return (
      <Dialog title={words.title} lead={words.once} onClose={onClose}>
        <CopyField label={words.url} value={create.data.url} />
        <DialogActions>
          <Button variant="primary" onClick={onClose}>
            {shell.close}
          </Button>
        </DialogActions>
      </Dialog>
    )
  return (
    <Dialog title={words.title} lead={words.lead} onClose={onClose}>
      <form className="grid gap-4" onSubmit={submit}>
        <CheckList
          label={words.networks}
          value={platforms}
          onChange={setPlatforms}
          options={Object.fromEntries(providers.map(({ platform, name }) => [platform, name]))}
        />
        <SelectField
          label={words.until}
          value={period}
          onChange={({ target }) => setPeriod(target.value)}
          options={words.periods}
        />
        <TextArea
          label={words.note}
          hint={words.noteHint}
          dir="auto"
          maxLength={1_000}
          className="min-h-16"
          value={note}
          onChange={({ target }) => setNote(target.value)}
        />
        {create.error && <ProblemBanner error={create.error} />}
        <DialogActions>
          {platforms.length === 0 && (
            <p role="status" className="me-auto text-ink-2 text-sm">
              {words.noNetworks}
            </p>
          )}
          <Button variant="quiet" onClick={onClose}>
            {shell.cancel}
          </Button>
          <Button type="submit" variant="primary" disabled={platforms.length === 0} isBusy={create.isPending}>
            {words.create}
          </Button>
        </DialogActions>
      </form>
      <OpenLinks profileId={profileId} providers={providers} />
    </Dialog>
  )
}

/** Lists the links that still work, each with its networks, note and end. */
function OpenLinks({ profileId, providers }: Pick<LinkProps, 'profileId' | 'providers'>) {
  const { invites } = useMessages('invites')
  const { link: words } = invites
  const queries = useQueryClient()
  const all = useQuery({ queryKey: ['invites', profileId], queryFn: () => api.listProfileInvites({ id: profileId }) })
  const revoke = useMutation({
    mutationFn: (inviteId: string) => api.revokeProfileInvite({ id: profileId, inviteId }),
    onSettled: () => queries.invalidateQueries({ queryKey: ['invites'] }),
  })
  const links = (all.data ?? []).filter(({ role }) => role === null)
  const nameOf = (id: string) => providers.find(({ platform }) => platform === id)?.name ?? id
  const error = all.error ?? revoke.error
  if (!error && links.length === 0) return null
  return (
    <section className="mt-5 grid gap-2">
      <h3 className="font-semibold">{words.list}</h3>
      {error && <ProblemBanner error={error} onRetry={all.error ? () => void all.refetch() : undefined} />}
      <RowList label={words.list}>
        {links.map(({ id, platforms, note, expiresAt }) => {
          const about = platforms ? listWords(platforms.map(nameOf)) : words.all
          return (
            <li key={id} className="flex flex-wrap items-center gap-3 px-3 py-2">
              <span className="grid min-w-0 flex-1 basis-40">
                <span className="break-words">{about}</span>
                <span className="break-words text-ink-3 text-sm">
                  {words.ends(formatDistance(expiresAt))}
                  {note && (
                    <>
                      {' · '}
                      <bdi>{note}</bdi>
                    </>
                  )}
                </span>
              </span>
              <Button
                variant="danger"
                aria-label={words.revokeNamed(about)}
                isBusy={revoke.isPending && revoke.variables === id}
                onClick={() => revoke.mutate(id)}
              >
                {words.revoke}
              </Button>
            </li>
          )
        })}
      </RowList>
    </section>
  )
}
