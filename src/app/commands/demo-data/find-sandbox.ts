import type { Config } from '#infra/config/config.ts'
import { createOutbound } from '#infra/outbound/outbound.ts'
import { seconds } from '#kernel/clock.ts'
import { startSandbox, withSandboxAt } from '../../development/sandbox-process.ts'
import type { CommandContext } from '../command.ts'

/** Uses the sandbox of a running Posthorn. If none is running, starts one for the duration of the command. */
export async function findSandbox(
  config: Config,
  say: CommandContext['say'],
): Promise<{ config: Config; stop(): Promise<void> }> {
  const { port, url } = config.sandbox ?? { port: 0, url: '' }
  if (await answers(url)) return { config, stop: async () => {} }
  const started = await startSandbox({ port, dataDir: config.dataDir, say })
  return { config: started.url === null ? config : withSandboxAt(config, started.url), stop: started.stop }
}

async function answers(url: string): Promise<boolean> {
  const outbound = createOutbound({ operatorOrigins: [url], userAgent: 'Posthorn' })
  try {
    await outbound.request({ url, timeoutMs: seconds(5), maxBytes: 10_000_000 })
    return true
  } catch {
    return false
  } finally {
    await outbound.close()
  }
}
