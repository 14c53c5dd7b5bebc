import type { Config } from '#infra/config/config.ts'
import { addressOf } from '#infra/config/derive.ts'
import { isLoopback } from '#infra/config/loopback.ts'
import { createOutbound, type Outbound } from '#infra/outbound/outbound.ts'

interface PublicAddress {
  readonly ok: boolean
  readonly detail: string
  readonly remedy?: string
}

const path = '/.well-known/jwks.json'

/**
 * Checks that PUBLIC_URL reaches this installation: networks fetch media from it and redirect users to it. Fetches the
 * installation's public keys, which no other installation has, from both URLs. The service must be running.
 */
export async function examinePublicAddress(config: Config): Promise<PublicAddress> {
  const { publicUrl } = config
  if (!config.publicUrlGiven) {
    const detail = `PUBLIC_URL is not set, so ${publicUrl} is only reachable from this machine.`
    return { ok: true, detail: `${detail} Set it to an https URL before networks need to fetch media from here.` }
  }
  const here = addressOf(config.host, config.port)
  const outbound = createOutbound({ operatorOrigins: [publicUrl, here], userAgent: 'Posthorn doctor' })
  try {
    const mine = await keysAt(outbound, here)
    if (mine === null) {
      return {
        ok: true,
        detail: `Nothing is running on ${here}, so ${publicUrl} was not checked. Start Posthorn and run doctor again.`,
      }
    }
    const found = await keysAt(outbound, publicUrl)
    if (found === mine)
      return { ok: isSecure(publicUrl), detail: `${publicUrl} reaches this installation.`, remedy: overHttps }
    return {
      ok: false,
      detail:
        found === null
          ? `${publicUrl} is not served by Posthorn.`
          : `${publicUrl} is served by a different Posthorn installation.`,
      remedy: `Configure the proxy or tunnel to forward to ${here}, or set PUBLIC_URL to the URL that does.`,
    }
  } finally {
    await outbound.close()
  }
}

const overHttps = 'Networks fetch media and redirect users only over https. Set PUBLIC_URL to an https URL.'

/** True for https. A loopback address does not need it; networks require it for any other address. */
const isSecure = (url: string): boolean => url.startsWith('https:') || isLoopback(url)

async function keysAt(outbound: Outbound, origin: string): Promise<string | null> {
  try {
    const answer = await outbound.request({ url: origin + path, timeoutMs: 5_000, maxBytes: 64 * 1024 })
    return answer.status === 200 ? answer.body.toString('utf8') : null
  } catch {
    return null
  }
}
