import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { api } from '#web/app/api.ts'
import { useMessages } from '#web/i18n/index.ts'
import { Icon } from '#web/icons/icon.tsx'
import { Button, iconButtonStyle } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { Dialog, DialogActions } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { Menu, MenuItem, MenuLine } from '#web/ui/menu.tsx'
import { faultOf, ProblemBanner } from '#web/ui/problem-banner.tsx'
import { tellFailure } from '#web/ui/toast.tsx'
import { refreshBoard, type Stage } from './ideas-query.ts'
import { inLine } from './line.ts'

interface MenuProps {
  readonly profileId: string
  readonly stage: Stage
  readonly stages: readonly Stage[]
  readonly nameOf: (stage: Stage) => string
  /** The number of its ideas. */
  readonly count: number
}

/** Renames, moves and deletes a stage. */
export function StageMenu({ profileId, stage, stages, nameOf, count }: MenuProps) {
  const { ideas: words } = useMessages('ideas')
  const [shown, setShown] = useState<'name' | 'remove' | null>(null)
  const nth = stages.findIndex(({ id }) => id === stage.id)
  const into = stages[nth === 0 ? 1 : nth - 1]
  const move = useMutation({
    mutationFn: (beforeId: string | null) => inLine(() => api.updateIdeaStage({ id: stage.id, beforeId })),
    onError: (error) => tellFailure(words.stages.notMoved, error),
    onSettled: () => refreshBoard(profileId),
  })
  const remove = useMutation({
    mutationFn: () => inLine(() => api.deleteIdeaStage({ id: stage.id, ...(into && { moveToId: into.id }) })),
    onSuccess: () => {
      setShown(null)
      return refreshBoard(profileId)
    },
  })
  return (
    <span className="ms-auto">
      <Menu
        label={words.stages.menu(nameOf(stage))}
        align="end"
        triggerClass={iconButtonStyle}
        trigger={<Icon name="more" className="size-4.5" />}
      >
        <MenuItem onSelect={() => setShown('name')}>{words.stages.rename}</MenuItem>
        {nth > 0 && (
          <MenuItem onSelect={() => move.mutate(stages[nth - 1]?.id ?? null)}>{words.stages.before}</MenuItem>
        )}
        {nth < stages.length - 1 && (
          <MenuItem onSelect={() => move.mutate(stages[nth + 2]?.id ?? null)}>{words.stages.after}</MenuItem>
        )}
        {into && <MenuLine />}
        {into && (
          <MenuItem onSelect={() => setShown('remove')}>
            <span className="text-failed">{words.stages.remove}</span>
          </MenuItem>
        )}
      </Menu>
      {shown === 'name' && (
        <NameDialog
          title={words.stages.rename}
          name={nameOf(stage)}
          profileId={profileId}
          onSave={(name) => api.updateIdeaStage({ id: stage.id, name })}
          onClose={() => setShown(null)}
        />
      )}
      {shown === 'remove' && into && (
        <ConfirmDialog
          title={words.stages.removeTitle(nameOf(stage))}
          lead={words.stages.removeLead(count, nameOf(into))}
          action={words.stages.remove}
          isBusy={remove.isPending}
          error={remove.error}
          onConfirm={() => remove.mutate()}
          onClose={() => setShown(null)}
        />
      )}
    </span>
  )
}

/** Adds a stage after the last one. */
export function AddStage({ profileId }: { readonly profileId: string }) {
  const { ideas: words } = useMessages('ideas')
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button
        type="button"
        aria-label={words.stages.add}
        title={words.stages.add}
        onClick={() => setOpen(true)}
        className={iconButtonStyle}
      >
        <Icon name="plus" className="size-4.5" />
      </button>
      {isOpen && (
        <NameDialog
          title={words.stages.add}
          name=""
          profileId={profileId}
          onSave={(name) => api.createIdeaStage({ profileId, name })}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}

interface NameProps {
  readonly title: string
  readonly name: string
  readonly profileId: string
  readonly onSave: (name: string) => Promise<unknown>
  readonly onClose: () => void
}

function NameDialog({ title, name, profileId, onSave, onClose }: NameProps) {
  const { ideas: words, shell } = useMessages('ideas')
  const [typed, setTyped] = useState(name)
  const save = useMutation({
    mutationFn: onSave,
    onSuccess: () => {
      onClose()
      return refreshBoard(profileId)
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    save.mutate(typed)
  }
  return (
    <Dialog title={title} onClose={onClose}>
      <form className="grid grid-cols-[minmax(0,1fr)] gap-4" onSubmit={submit}>
        <Field
          label={words.stages.name}
          required
          dir="auto"
          maxLength={40}
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
          error={faultOf(save.error, '/name')}
        />
        {save.error && <ProblemBanner error={save.error} />}
        <DialogActions>
          <Button variant="quiet" onClick={onClose}>
            {shell.cancel}
          </Button>
          <Button type="submit" variant="primary" isBusy={save.isPending} disabled={typed.trim() === ''}>
            {shell.save}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
