import type { Config } from '#infra/config/config.ts'
import { withStored } from '#infra/config/live-config.ts'
import { SettingsFault } from '#infra/config/settings-fault.ts'
import { inTx } from '#infra/db/client.ts'
import type { Caller } from '#kernel/caller.ts'
import { refuse } from '#kernel/errors.ts'
import type { SecretCheck, SecretDeps } from '../deps.ts'
import { readStored } from '../in-force.ts'
import { requireStorable } from '../registry.ts'

interface TestedSecret extends SecretCheck {
  readonly name: string
  /** The value that was tested. */
  readonly source: 'stored' | 'environment'
  readonly durationMs: number
}

/** Tests the newest value against its service before it takes effect. */
export async function testSecret(deps: SecretDeps, caller: Caller, name: string): Promise<TestedSecret> {
  requireStorable(deps, name)
  const stored = await readStored(deps, 'wanted')
  if (stored[name] === undefined && !deps.environment.given.has(name)) refuse('secret_not_set')
  const beganMs = deps.clock.now().getTime()
  const { ok, detail } = await check(deps, name, () => withStored(deps.environment, stored))
  const durationMs = deps.clock.now().getTime() - beganMs
  await inTx(deps.db, (tx) =>
    deps.writeAudit(tx, {
      at: deps.clock.now(),
      caller,
      ownerUid: null,
      action: 'secret.tested',
      subject: name,
      changes: { ok: { from: null, to: ok } },
    }),
  )
  return { name, source: stored[name] === undefined ? 'environment' : 'stored', ok, detail, durationMs }
}

async function check(deps: SecretDeps, name: string, read: () => Config): Promise<SecretCheck> {
  try {
    return await deps.checkSecret(name, read())
  } catch (error) {
    if (error instanceof SettingsFault) return { ok: false, detail: error.faults.join(' ') }
    throw error
  }
}
