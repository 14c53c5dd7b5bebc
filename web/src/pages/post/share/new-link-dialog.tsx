import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '#web/app/api.ts'
import { useMessages } from '#web/i18n/index.ts'
import { now } from '#web/lib/clock.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog, DialogActions } from '#web/ui/dialog.tsx'
import { SelectField } from '#web/ui/form/select-field.tsx'
import { ProblemBanner } from '#web/ui/problem-banner.tsx'

interface NewLinkProps {
  readonly postId: string
  readonly onClose: () => void
}

const dayMs = 86_400_000
const lifeDays = { week: 7, month: 30, never: null } as const
type Life = keyof typeof lifeDays

/** Creates a share link: how long it works, and whether people may comment. */
export function NewLinkDialog({ postId, onClose }: NewLinkProps) {
  const { sharing, shell } = useMessages()
  const queries = useQueryClient()
  const [life, setLife] = useState<Life>('month')
  const [comments, setComments] = useState(true)
  const create = useMutation({
    mutationFn: () => {
      const days = lifeDays[life]
      const expiresAt = days === null ? null : new Date(now() + days * dayMs).toISOString()
      return api.createShareLink({ id: postId, comments, expiresAt })
    },
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: ['post', postId] })
      onClose()
    },
  })
  return (
    <Dialog title={sharing.create} lead={sharing.createLead} onClose={onClose}>
      <form
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          create.mutate()
        }}
      >
        <SelectField
          label={sharing.works}
          value={life}
          onChange={(event) => setLife(event.target.value as Life)}
          options={sharing.lives}
        />
        <label className="flex min-h-11 cursor-pointer items-center gap-2.5">
          <input
            type="checkbox"
            className="size-4"
            checked={comments}
            onChange={(event) => setComments(event.target.checked)}
          />
          {sharing.allowComments}
        </label>
        {create.error && <ProblemBanner error={create.error} />}
        <DialogActions>
          <Button variant="quiet" onClick={onClose}>
            {shell.cancel}
          </Button>
          <Button type="submit" variant="primary" isBusy={create.isPending}>
            {sharing.make}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
