import { callControl } from './control.ts'
import type { SandboxDeps } from './deps.ts'

/**
 * Passes the secret of a webhook endpoint to the sandbox's receiver, if its URL is one, so that the receiver can verify
 * deliveries. A receiver without the secret reports this with each delivery, so a failure needs no handling.
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
