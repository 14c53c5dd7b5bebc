import { callControl } from './control.ts'
import type { SandboxDeps } from './deps.ts'

/**
 * Hands the secret of a webhook endpoint to the receiver of the sandbox, if its URL is one, so that the receiver can
 * verify what comes. A receiver that does not learn it says so with each delivery, so a failure needs no handling.
 */
export async function tellReceiver(deps: SandboxDeps, url: string, secret: string): Promise<void> {
  const name = receiverAt(deps, url)
  if (name === null) return
  await callControl(deps, { method: 'POST', path: `/receivers/${name}`, body: { secret } }).catch(() => null)
}

function receiverAt({ config: { sandbox } }: SandboxDeps, text: string): string | null {
  const url = URL.parse(text)
  if (sandbox === null || url?.origin !== new URL(sandbox.url).origin) return null
  return /^\/receiver\/([a-z0-9-]{1,40})$/.exec(url.pathname)?.[1] ?? null
}
