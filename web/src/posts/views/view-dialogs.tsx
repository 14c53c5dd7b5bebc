import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '#web/app/api.ts'
import { meQuery } from '#web/app/queries.ts'
import { useRights } from '#web/app/rights/rights.ts'
import { useMessages } from '#web/i18n/index.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { Dialog, DialogActions } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { ChoiceList } from '#web/ui/form/choice-list.tsx'
import { faultOf, ProblemBanner } from '#web/ui/problem-banner.tsx'
import { tell } from '#web/ui/toast.tsx'
import type { View, ViewFilters, ViewPage } from './views-query.ts'

interface DialogProps {
  readonly profileId: string
  readonly page: ViewPage
  readonly filters: ViewFilters
  /** Null to save a new one with the current filters. */
  readonly view: View | null
  readonly onSaved: (view: View) => void
  readonly onClose: () => void
}

/** Saves a view, or renames and shares one. */
export function ViewDialog({ profileId, page, filters, view, onSaved, onClose }: DialogProps) {
  const { views: words, shell } = useMessages()
  const { mayWrite } = useRights()
  const me = useQuery(meQuery).data
  const queries = useQueryClient()
  const [name, setName] = useState(view?.name ?? '')
  const [isShared, setShared] = useState(view?.shared ?? false)
  const save = useMutation({
    mutationFn: () => {
      const fields = { name: name.trim(), shared: isShared }
      return view === null
        ? api.createView({ profileId, page, filters, ...fields })
        : api.updateView({ id: view.id, ...fields })
    },
    onSuccess: async (saved) => {
      await queries.invalidateQueries({ queryKey: ['views'] })
      tell({ title: view === null ? words.saved : words.updated })
      onSaved(saved)
    },
  })
  // Anyone else would take a shared view from the person who saved it.
  const mayChoose = mayWrite && (view === null || !view.shared || view.createdByUid === me?.uid)
  return (
    <Dialog title={view === null ? words.saveTitle : words.editTitle} onClose={onClose}>
      <form
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          save.mutate()
        }}
      >
        <Field
          label={words.name}
          required
          maxLength={80}
          dir="auto"
          value={name}
          onChange={({ target }) => setName(target.value)}
          error={faultOf(save.error, '/name')}
        />
        {mayChoose && (
          <ChoiceList
            label={words.who}
            value={isShared ? 'all' : 'me'}
            onChange={(who) => setShared(who === 'all')}
            options={{ me: { name: words.mine }, all: { name: words.all, lead: words.allLead } }}
          />
        )}
        {save.error && <ProblemBanner error={save.error} />}
        <DialogActions>
          <Button variant="quiet" onClick={onClose}>
            {shell.cancel}
          </Button>
          <Button type="submit" variant="primary" isBusy={save.isPending}>
            {view === null ? words.saveTitle : shell.save}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}

interface DeleteProps {
  readonly view: View
  readonly onDeleted: () => void
  readonly onClose: () => void
}

/** Deletes a view after confirmation. */
export function DeleteViewDialog({ view, onDeleted, onClose }: DeleteProps) {
  const { views: words } = useMessages()
  const queries = useQueryClient()
  const remove = useMutation({
    mutationFn: () => api.deleteView({ id: view.id }),
    onSuccess: async () => {
      onDeleted()
      tell({ title: words.deleted })
      await queries.invalidateQueries({ queryKey: ['views'] })
    },
  })
  return (
    <ConfirmDialog
      title={words.removeTitle(view.name)}
      lead={view.shared ? words.removeSharedLead : words.removeLead}
      action={words.confirm}
      isBusy={remove.isPending}
      error={remove.error}
      onConfirm={() => remove.mutate()}
      onClose={onClose}
    />
  )
}
