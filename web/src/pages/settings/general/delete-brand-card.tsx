import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { api } from '#web/app/api.ts'
import { useMessages } from '#web/i18n/index.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Dialog, DialogActions } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { ProblemBanner } from '#web/ui/problem-banner.tsx'
import type { Brand } from '../use-brand.ts'

/** Moves the brand to the trash after its name has been typed. It can be restored in the same place. */
export function DeleteBrandCard({ brand }: { readonly brand: Brand }) {
  const { settings, shell } = useMessages()
  const [isOpen, setOpen] = useState(false)
  const [typed, setTyped] = useState('')
  const remove = useMutation({ mutationFn: () => api.deleteProfile({ id: brand.id }) })
  const isOwner = brand.role === 'owner'
  return (
    <>
      <Card
        title={settings.danger.title}
        lead={isOwner ? settings.danger.lead : settings.danger.forOwner}
        actions={
          isOwner && (
            <Button variant="danger" onClick={() => setOpen(true)}>
              {settings.danger.open}
            </Button>
          )
        }
      />
      {isOpen && remove.isSuccess && <DeletedDialog brand={brand} />}
      {isOpen && !remove.isSuccess && (
        <Dialog title={settings.danger.ask(brand.name)} lead={settings.danger.askLead} onClose={() => setOpen(false)}>
          <form
            className="grid grid-cols-[minmax(0,1fr)] gap-4"
            onSubmit={(event) => {
              event.preventDefault()
              remove.mutate()
            }}
          >
            <Field
              label={settings.danger.type(brand.name)}
              autoComplete="off"
              value={typed}
              onChange={(event) => setTyped(event.target.value)}
            />
            {remove.error && <ProblemBanner error={remove.error} />}
            <DialogActions>
              <Button variant="quiet" onClick={() => setOpen(false)}>
                {shell.cancel}
              </Button>
              <Button
                type="submit"
                variant="danger"
                disabled={typed.trim() !== brand.name.trim()}
                isBusy={remove.isPending}
              >
                {settings.danger.confirm}
              </Button>
            </DialogActions>
          </form>
        </Dialog>
      )}
    </>
  )
}

/** Says where the brand is now, and offers to restore it. Closing the dialog switches to another brand. */
function DeletedDialog({ brand }: { readonly brand: Brand }) {
  const { settings } = useMessages()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const leave = async () => {
    await queries.invalidateQueries({ queryKey: ['profiles'] })
    await navigate({ to: '/' })
  }
  const restore = useMutation({
    mutationFn: () => api.restoreProfile({ id: brand.id }),
    onSuccess: async () => {
      await queries.invalidateQueries()
      await navigate({ to: '/p/$profileId', params: { profileId: brand.id } })
    },
  })
  return (
    <Dialog title={settings.danger.done(brand.name)} lead={settings.danger.doneLead} onClose={() => void leave()}>
      {restore.error && <ProblemBanner error={restore.error} />}
      <DialogActions>
        <Button isBusy={restore.isPending} onClick={() => restore.mutate()}>
          {settings.danger.undo}
        </Button>
        <Button variant="primary" onClick={() => void leave()}>
          {settings.danger.leave}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
