import type { Config } from '#infra/config/config.ts'
import type { Environment } from '#infra/config/environment.ts'
import { withStored } from '#infra/config/live-config.ts'
import { SettingsFault } from '#infra/config/settings-fault.ts'
import { inTx } from '#infra/db/client.ts'
import type { Caller } from '#kernel/caller.ts'
import { refuse } from '#kernel/errors.ts'
import type { SecretDeps } from './deps.ts'
import { readStored } from './in-force.ts'
import { lockSecrets, putInForce, selectSecrets } from './store.ts'

interface Restarted {
  readonly generation: number
  /** The secrets that changed. */
  readonly changed: string[]
}

/**
 * Applies all stored and revoked secrets at once. This node uses them when it responds, every other one within two
 * seconds. No process ends, so a request or publication in progress finishes with the secrets that it started with.
 */
export async function restart(deps: SecretDeps, caller: Caller): Promise<Restarted> {
  const restarted = await inTx(deps.db, async (tx) => {
    await lockSecrets(tx)
    readTogether(deps, await readStored({ ...deps, db: tx }, 'wanted'))
    const changed = (await selectSecrets(tx)).filter(({ wanted, inForce }) => wanted !== inForce)
    const names = changed.map(({ name }) => name).sort()
    const generation = await putInForce(tx)
    await deps.writeAudit(tx, {
      at: deps.clock.now(),
      caller,
      ownerUid: null,
      action: 'secrets.restarted',
      subject: `generation ${generation}`,
      changes: Object.fromEntries(changed.map(({ name, inForce, wanted }) => [name, { from: inForce, to: wanted }])),
    })
    return { generation, changed: names }
  })
  await deps.secretsInForce.refresh()
  return restarted
}

function readTogether({ environment }: SecretDeps, stored: Environment): Config {
  try {
    return withStored(environment, stored)
  } catch (error) {
    if (error instanceof SettingsFault) return refuse('secrets_contradict', { detail: error.faults.join(' ') })
    throw error
  }
}
