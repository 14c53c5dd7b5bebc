import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useMessages } from '#web/i18n/index.ts'
import { grantInWindow } from '#web/pages/connections/sign-in-window.ts'
import { Button } from '#web/ui/button.tsx'
import { tell, tellFailure } from '#web/ui/toast.tsx'
import type { InboxAccount } from './inbox-query.ts'

interface GrantProps {
  readonly account: InboxAccount
  /** The account in words. */
  readonly name: string
}

/** Asks the network for the permissions that reading an account requires, in a window. */
export function GrantButton({ account: { accountId, network, missingScopes }, name }: GrantProps) {
  const { inbox: words } = useMessages('inbox')
  const queries = useQueryClient()
  const grant = useMutation({
    mutationFn: () => grantInWindow(network, accountId, [...missingScopes]),
    onSuccess: async ({ end }) => {
      if (end === 'failed' || end === 'blocked') tell({ title: words.notGranted })
      await Promise.all([
        queries.invalidateQueries({ queryKey: ['inbox'] }),
        queries.invalidateQueries({ queryKey: ['accounts'] }),
      ])
    },
    onError: (error) => tellFailure(words.notGranted, error),
  })
  return (
    <Button isSmall isBusy={grant.isPending} aria-label={words.grantOf(name)} onClick={() => grant.mutate()}>
      {words.grant}
    </Button>
  )
}
