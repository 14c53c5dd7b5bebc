import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '#web/app/api.ts'
import { useMessages } from '#web/i18n/index.ts'
import { findSandbox } from '#web/lib/sandbox.ts'
import type { Provider } from './use-connect.ts'

/** Connects an account of the sandbox on each of these networks, one after the other, and says how far it is. */
export function useSandboxRest(profileId: string, providers: readonly Provider[]) {
  const { connections } = useMessages()
  const queries = useQueryClient()
  const [progress, setProgress] = useState({ done: 0, all: 0 })
  const [isBlocked, setBlocked] = useState(false)
  const connect = useMutation({
    mutationFn: async (passage: Window) => {
      const failed: string[] = []
      setProgress({ done: 0, all: providers.length })
      for (const [nth, provider] of providers.entries()) {
        await connectInSandbox(provider, profileId, passage).catch(() => failed.push(provider.name))
        setProgress({ done: nth + 1 - failed.length, all: providers.length })
        await queries.invalidateQueries({ queryKey: ['accounts'] })
      }
      passage.close()
      if (failed.length > 0) throw new Error(connections.rest.failed(failed.join(', ')))
    },
  })
  return {
    start: () => {
      const passage = openPassage()
      setBlocked(passage === null)
      if (passage) connect.mutate(passage)
    },
    isBusy: connect.isPending,
    progress: connections.rest.progress(progress.done, progress.all),
    fault: isBlocked ? connections.popupBlocked : connect.error?.message,
  }
}

const signsInAs = 'alice'
const lookEveryMs = 50
const mostMs = 15_000

/** The answer of the callback to a sign-in without a browser session. */
interface Connected {
  readonly accountId?: string | null
  readonly pages?: readonly { readonly id: string }[] | null
}

/** Opens the small window through which the sandbox's networks are connected. Must run in the click itself. */
const openPassage = (): Window | null => window.open('about:blank', 'posthorn-sandbox', 'popup,width=520,height=320')

/** Connects an account of the sandbox without asking: by its known password, or by its consent in the passage. */
async function connectInSandbox(provider: Provider, profileId: string, passage: Window): Promise<void> {
  if (provider.network === 'bluesky') {
    const credentials = { identifier: `${signsInAs}.sandbox`, appPassword: 'sand-boxx-pass-word' }
    await api.connectDirectly({ profileId, platform: provider.platform, credentials })
    return
  }
  const { network, platform } = provider
  const redirectUrl = `${location.origin}/v1/oauth/callback/${network}`
  const { authUrl } = await api.createOauthUrl({
    platform: network,
    profileId,
    redirectUrl,
    headless: true,
    // People sign in at the server of their account; the sandbox is one.
    ...(network === 'mastodon' ? { instanceUrl: `${findSandbox()}/mastodon` } : {}),
  })
  const consent = new URL(authUrl)
  consent.searchParams.set('login', signsInAs)
  consent.searchParams.set('approve', '1')
  const { accountId, pages } = await readAnswer(passage, consent.href)
  const page = pages?.[0]
  if (!accountId && page) await api.connectPage({ profileId, platform, pageId: page.id })
  else if (!accountId) throw new Error(`${provider.name} was not connected.`)
}

/** Sends the window through the network, and reads what our own address answers at the end. */
async function readAnswer(passage: Window, address: string): Promise<Connected> {
  passage.location.href = address
  for (const begun = Date.now(); Date.now() - begun < mostMs; ) {
    await new Promise((resolve) => setTimeout(resolve, lookEveryMs))
    if (passage.closed) break
    const text = readOwnPage(passage)
    if (text === null) continue
    passage.location.href = 'about:blank'
    return JSON.parse(text) as Connected
  }
  throw new Error('The window did not come back from the sandbox.')
}

/** The text of the window once it shows an address of ours. Until then the browser keeps it from this page. */
function readOwnPage({ document: shown }: Window): string | null {
  try {
    const isOwn = shown.location.pathname.startsWith('/v1/') && shown.readyState === 'complete'
    return isOwn ? shown.body.innerText : null
  } catch {
    return null
  }
}
