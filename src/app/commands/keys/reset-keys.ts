import type { Db } from '#infra/db/client.ts'
import type { GiveUpDeps } from '#infra/db/reseal.ts'
import { examineColumn, giveUpForeign } from '#infra/db/sealed-values.ts'
import { giveUpJobs } from '#infra/queue/index.ts'
import { sealedColumns, sealedJobFields } from '../../secrets/sealed-columns.ts'

/** The consequence for users if the values of a column are discarded, by the column's name in the database. */
const meanings: Readonly<Record<string, string>> = {
  'network_grant.sealed_grant': 'accounts must be reconnected',
  'webhook_secret.sealed_secret': 'webhooks are disabled until their owners create a new secret',
  'webhook_endpoint.sealed_headers': 'webhooks are disabled and lose their own headers',
  'second_factor.sealed_secret': 'people have no second factor until they set up a new one',
  'second_factor.sealed_pending_secret': 'users who are setting up a second factor must start over',
  'signing_key.sealed_private_jwk': 'people must sign in again',
  'idempotency.sealed_reply': 'requests of the last day are not replayed',
}

/**
 * Discards the values that no available key opens, so that the installation can start with a new SECRET_KEY after the
 * old one is permanently lost. This cannot be undone, so without `isConfirmed` the values are only listed.
 */
export async function reset(
  deps: GiveUpDeps & { readonly db: Db },
  say: (message: string) => void,
  isConfirmed: boolean,
): Promise<number> {
  let foreign = 0
  for (const column of sealedColumns) {
    const name = `${column.table}.${column.column}`
    const count = isConfirmed
      ? await giveUpForeign(deps, column)
      : (await examineColumn(deps.db, deps.seal, column)).foreign
    if (count > 0) say(`${name}: ${count} ${isConfirmed ? 'discarded' : 'to discard'}: ${meanings[name] ?? ''}`)
    foreign += count
  }
  if (!isConfirmed) {
    if (foreign === 0) say('Every stored secret can be opened with an available key. There is nothing to reset.')
    else
      say(
        'The key for these is not available. If it is lost permanently, run posthorn keys reset --yes. This cannot be undone.',
      )
    return foreign === 0 ? 0 : 1
  }
  for (const field of sealedJobFields) {
    const count = await giveUpJobs(deps, field)
    if (count > 0) say(`jobs ${field.job}: ${count} discarded: these emails are not sent`)
  }
  say('Every stored secret can be opened with an available key.')
  return 0
}
