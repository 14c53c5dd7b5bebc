import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '#web/app/api.ts'
import { useMessages } from '#web/i18n/index.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog, DialogActions } from '#web/ui/dialog.tsx'
import { ProblemBanner } from '#web/ui/problem-banner.tsx'
import type { Provider } from './use-connect.ts'

interface DialogProps {
  readonly provider: Provider
  readonly profileId: string
  readonly onClose: () => void
}

/** Lets the user choose which page of a network to connect. */
export function ChoosePageDialog({ provider, profileId, onClose }: DialogProps) {
  const { connections, shell } = useMessages()
  const queries = useQueryClient()
  const { platform } = provider
  const pages = useQuery({
    queryKey: ['pages', profileId, platform],
    queryFn: () => api.listConnectablePages({ profileId, platform }),
  })
  const choose = useMutation({
    mutationFn: (pageId: string) => api.connectPage({ profileId, platform, pageId }),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: ['accounts'] })
      onClose()
    },
  })
  const error = pages.error ?? choose.error
  return (
    <Dialog title={connections.choosePage(provider.name)} lead={connections.choosePageLead} onClose={onClose}>
      {error && <ProblemBanner error={error} />}
      <ul className="grid gap-2">
        {pages.data?.pages.map(({ id, name, category, connected, lacks }) => (
          <li key={id}>
            <button
              type="button"
              disabled={connected || lacks !== null || choose.isPending}
              onClick={() => choose.mutate(id)}
              className="grid w-full rounded-md border border-line px-3 py-2 text-start hover:bg-sunken disabled:opacity-60"
            >
              <span className="font-medium">{name}</span>
              <span className="text-ink-3 text-sm">{lacks ?? (connected ? connections.connected : category)}</span>
            </button>
          </li>
        ))}
      </ul>
      <DialogActions>
        <Button variant="quiet" onClick={onClose}>
          {shell.close}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
