import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '#web/app/api.ts'
import { useMessages } from '#web/i18n/index.ts'
import { findSandbox } from '#web/lib/sandbox.ts'
import type { Provider } from './use-connect.ts'

/** Connects a sandbox account on each of these networks in turn, and reports the progress. */
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
const pollMs = 50
const maxMs = 15_000

/** The response of the callback to a sign-in without a browser session. */
interface Connected {
  readonly accountId?: string | null
  readonly pages?: readonly { readonly id: string }[] | null
}

/** Opens the small window for connecting the sandbox's networks. Must run in the click handler. */
const openPassage = (): Window | null => window.open('about:blank', 'posthorn-sandbox', 'popup,width=520,height=320')

/** Connects a sandbox account without input: with its known password, or through its consent page in the window. */
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
    // People sign in at their account's server, and the sandbox is one.
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

/** Sends the window through the network, and reads the final response from our own URL. */
async function readAnswer(passage: Window, address: string): Promise<Connected> {
  passage.location.href = address
  for (const begun = Date.now(); Date.now() - begun < maxMs; ) {
    await new Promise((resolve) => setTimeout(resolve, pollMs))
    if (passage.closed) break
    const text = readOwnPage(passage)
    if (text === null) continue
    passage.location.href = 'about:blank'
    return JSON.parse(text) as Connected
  }
  throw new Error('The window did not come back from the sandbox.')
}

/** The text of the window once it shows one of our URLs. Until then, the browser hides it from this page. */
function readOwnPage({ document: shown }: Window): string | null {
  try {
    const isOwn = shown.location.pathname.startsWith('/v1/') && shown.readyState === 'complete'
    return isOwn ? shown.body.innerText : null
  } catch {
    return null
  }
}
