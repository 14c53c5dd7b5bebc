import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '#web/app/api.ts'
import type { Account } from '#web/compose/draft/draft.ts'
import { useMessages } from '#web/i18n/index.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog, DialogActions } from '#web/ui/dialog.tsx'
import { ProblemBanner } from '#web/ui/problem-banner.tsx'

const choices = ['keep', 'draft', 'delete'] as const

/** Asks what to do with the account's remaining posts before it is disconnected. */
export function DisconnectDialog({ account, onClose }: { readonly account: Account; readonly onClose: () => void }) {
  const { connections, shell } = useMessages()
  const queries = useQueryClient()
  const [action, setAction] = useState<(typeof choices)[number]>('keep')
  const affected = useQuery({
    queryKey: ['affected', account.id],
    queryFn: () => api.listAffectedPosts({ accountId: account.id }),
  })
  const disconnect = useMutation({
    mutationFn: () => api.disconnectAccount({ accountId: account.id, action }),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: ['accounts'] })
      onClose()
    },
  })
  const total = affected.data?.total ?? 0
  return (
    <Dialog
      title={connections.disconnectTitle(account.handle)}
      lead={affected.data && connections.affected(total)}
      onClose={onClose}
    >
      {total > 0 && (
        <fieldset className="grid gap-2">
          <legend className="mb-1 font-medium">{connections.whatBecomes}</legend>
          {choices.map((choice) => (
            <label key={choice} className="flex cursor-pointer items-start gap-2.5">
              <input
                type="radio"
                name="action"
                className="mt-1"
                checked={action === choice}
                onChange={() => setAction(choice)}
              />
              {connections.outcomes[choice]}
            </label>
          ))}
        </fieldset>
      )}
      {disconnect.error && <ProblemBanner error={disconnect.error} />}
      <DialogActions>
        <Button variant="quiet" onClick={onClose}>
          {shell.cancel}
        </Button>
        <Button variant="danger" isBusy={disconnect.isPending} onClick={() => disconnect.mutate()}>
          {connections.disconnect}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
