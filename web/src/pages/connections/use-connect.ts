import type { Result } from '@posthorn/sdk'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useMessages } from '#web/i18n/index.ts'
import { signInInWindow } from './sign-in-window.ts'

export type Provider = Result<'listProviders'>['providers'][number]

/** Connects an account: in the network's sign-in window, or with credentials that `ask` requests. */
export function useConnect(profileId: string, ask: (what: 'page' | 'credentials') => void) {
  const { connections } = useMessages()
  const queries = useQueryClient()
  const connect = useMutation({
    mutationFn: async ({ network, connect: { kind } }: Provider) => {
      if (kind === 'direct') return ask('credentials')
      const ended = await signInInWindow(network, profileId)
      if (ended.end === 'blocked') throw new Error(connections.popupBlocked)
      if (ended.end === 'failed') throw new Error(connections.failures(ended.code))
      if (ended.end === 'choose') ask('page')
      await queries.invalidateQueries({ queryKey: ['accounts'] })
    },
  })
  return {
    start: connect.mutate,
    isBusy: connect.isPending,
    error: connect.error,
    errorTitle: connect.variables && connections.notConnected(connect.variables.name),
    /** The platform whose account is being connected, or was connected last. */
    platform: connect.variables?.platform ?? null,
  }
}
