import type { Answer } from '#infra/outbound/outbound.ts'
import { refuse } from '#kernel/errors.ts'
import type { SandboxDeps } from './deps.ts'

/** The sandbox is on this machine and responds from memory. */
const timeoutMs = 5_000
const mostBytes = 1_000_000

interface ControlCall {
  readonly method: 'GET' | 'POST' | 'DELETE'
  /** The path below the sandbox's control address. */
  readonly path: string
  readonly body?: object
}

/** Calls the sandbox's control API. Refuses if no sandbox is running or it does not respond. */
export async function callControl({ config, outbound }: SandboxDeps, call: ControlCall): Promise<unknown> {
  if (config.sandbox === null) refuse('sandbox_off')
  const request = {
    method: call.method,
    url: `${config.sandbox.url}/control${call.path}`,
    headers: { 'content-type': 'application/json' },
    ...(call.body ? { body: JSON.stringify(call.body) } : {}),
    timeoutMs,
    maxBytes: mostBytes,
  }
  const answer: Answer | null = await outbound.request(request).catch(() => null)
  if (answer?.status !== 200) refuse('sandbox_unavailable')
  return JSON.parse(answer.body.toString('utf8'))
}

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
