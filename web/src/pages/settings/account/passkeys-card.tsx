import type { Item } from '@posthorn/sdk'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '#web/app/api.ts'
import { useMessages } from '#web/i18n/index.ts'
import { canUsePasskeys, createPasskey, isTwice, isWrongPlace } from '#web/lib/browser/passkeys.ts'
import { formatDistance } from '#web/lib/time.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { Dialog, DialogActions } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { OneLine } from '#web/ui/one-line.tsx'
import { ProblemBanner } from '#web/ui/problem-banner.tsx'
import { tell } from '#web/ui/toast.tsx'

type Passkey = Item<'listPasskeys', 'passkeys'>

const key = ['passkeys']

/** Lists the user's passkeys, adds, renames and removes them. */
export function PasskeysCard({ isOffered }: { readonly isOffered: boolean }) {
  const { passkeys: texts } = useMessages('passkeys')
  const queries = useQueryClient()
  const list = useQuery({ queryKey: key, queryFn: () => api.listPasskeys() })
  const [open, setOpen] = useState<{ readonly does: 'rename' | 'remove'; readonly passkey: Passkey } | null>(null)
  const add = useMutation({
    mutationFn: async () => {
      const made = await createPasskey(await api.startPasskeyRegistration())
      return made && (await api.addPasskey(made))
    },
    onSuccess: (passkey) => passkey && tell({ title: texts.card.toastAdded(passkey.name) }),
    onSettled: () => queries.invalidateQueries({ queryKey: key }),
  })
  const { passkeys = [], isAvailable = true, max = 0 } = list.data ?? {}
  // Company sign-in has replaced them for this user.
  if (isOffered && !isAvailable && passkeys.length === 0) return null
  const isFull = list.data !== undefined && passkeys.length >= max
  const canAdd = isOffered && isAvailable && canUsePasskeys()
  const close = () => setOpen(null)
  return (
    <Card
      title={texts.card.title}
      lead={isOffered ? (canUsePasskeys() ? texts.card.lead : texts.card.noBrowser) : texts.card.noHttps}
      actions={
        list.data &&
        canAdd &&
        !isFull && (
          <Button isBusy={add.isPending} onClick={() => add.mutate()}>
            {texts.card.add}
          </Button>
        )
      }
    >
      {passkeys.length > 0 && (
        <ul className="grid divide-y divide-line">
          {passkeys.map((passkey) => (
            <PasskeyRow
              key={passkey.id}
              passkey={passkey}
              onRename={() => setOpen({ does: 'rename', passkey })}
              onRemove={() => setOpen({ does: 'remove', passkey })}
            />
          ))}
        </ul>
      )}
      {isFull && <p className="text-ink-2 text-sm">{texts.card.full(max)}</p>}
      {add.error && <AddProblem error={add.error} />}
      {list.error && <ProblemBanner error={list.error} onRetry={() => void list.refetch()} />}
      {open?.does === 'rename' && <RenameDialog passkey={open.passkey} onClose={close} />}
      {open?.does === 'remove' && <RemoveDialog passkey={open.passkey} onClose={close} />}
    </Card>
  )
}

interface RowProps {
  readonly passkey: Passkey
  readonly onRename: () => void
  readonly onRemove: () => void
}

function PasskeyRow({ passkey: { name, host, createdAt, lastUsedAt }, onRename, onRemove }: RowProps) {
  const {
    passkeys: { card },
  } = useMessages('passkeys')
  const facts = [card.added(formatDistance(createdAt))]
  if (host !== location.hostname) facts.push(card.elsewhere(host))
  else facts.push(lastUsedAt ? card.used(formatDistance(lastUsedAt)) : card.unused)
  return (
    <li className="flex flex-wrap items-center gap-3 py-3 first:pt-0 last:pb-0">
      <div className="grid min-w-0 flex-1 basis-48 gap-0.5">
        <p className="font-medium">
          <OneLine>{name}</OneLine>
        </p>
        <p className="text-ink-3 text-sm">{facts.join(' · ')}</p>
      </div>
      <div className="flex flex-wrap gap-2">
        <Button variant="quiet" aria-label={card.renameNamed(name)} onClick={onRename}>
          {card.rename}
        </Button>
        <Button aria-label={card.removeNamed(name)} onClick={onRemove}>
          {card.remove}
        </Button>
      </div>
    </li>
  )
}

interface DialogProps {
  readonly passkey: Passkey
  readonly onClose: () => void
}

function RenameDialog({ passkey, onClose }: DialogProps) {
  const { passkeys: texts } = useMessages('passkeys')
  const { shell } = useMessages()
  const queries = useQueryClient()
  const rename = useMutation({
    mutationFn: (name: string) => api.renamePasskey({ id: passkey.id, name }),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: key })
      onClose()
    },
  })
  return (
    <Dialog title={texts.card.renameTitle} onClose={onClose}>
      <form
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          rename.mutate(String(new FormData(event.currentTarget).get('name')).trim())
        }}
      >
        <Field
          label={texts.card.name}
          name="name"
          required
          maxLength={60}
          defaultValue={passkey.name}
          autoComplete="off"
        />
        {rename.error && <ProblemBanner error={rename.error} />}
        <DialogActions>
          <Button variant="quiet" onClick={onClose}>
            {shell.cancel}
          </Button>
          <Button type="submit" variant="primary" isBusy={rename.isPending}>
            {texts.card.save}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}

function RemoveDialog({ passkey, onClose }: DialogProps) {
  const { passkeys: texts } = useMessages('passkeys')
  const queries = useQueryClient()
  const remove = useMutation({
    mutationFn: () => api.removePasskey({ id: passkey.id }),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: key })
      onClose()
      tell({ title: texts.card.toastRemoved })
    },
  })
  return (
    <ConfirmDialog
      title={texts.card.removeTitle(passkey.name)}
      lead={texts.card.removeLead}
      action={texts.card.remove}
      isBusy={remove.isPending}
      error={remove.error}
      onConfirm={() => remove.mutate()}
      onClose={onClose}
    />
  )
}

function AddProblem({ error }: { readonly error: Error }) {
  const { passkeys: texts } = useMessages('passkeys')
  if (!isTwice(error) && !isWrongPlace(error)) return <ProblemBanner error={error} />
  return (
    <p role="alert" className="rounded-md border border-held/50 bg-held/10 p-3">
      {isTwice(error) ? texts.card.twice : texts.wrongPlace}
    </p>
  )
}
