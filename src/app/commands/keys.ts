import type { Db } from '#infra/db/client.ts'
import { type GiveUpDeps, resealColumn, sealedColumnsBesides } from '#infra/db/reseal.ts'
import { examineColumn, giveUpForeign } from '#infra/db/sealed-values.ts'
import { giveUpJobs, resealJobs } from '#infra/queue/index.ts'
import type { Seal } from '#infra/seal/seal.ts'
import { sealedColumns, sealedJobFields } from '../secrets/sealed-columns.ts'
import { type Command, UsageFault } from './command.ts'
import { withDeps } from './with-deps.ts'

const howTo = `There is no earlier key to rotate from: SECRET_KEY_PREVIOUS is not set. To change SECRET_KEY:
  1. Make a new key: openssl rand -hex 32
  2. Give every process SECRET_KEY=<new key> and SECRET_KEY_PREVIOUS=<old key>; the old one may be in DATA_DIR/secret.key.
     Where several processes run, restart them all once with SECRET_KEY_PREVIOUS=<new key> before that.
  3. posthorn keys rotate
  4. Drop SECRET_KEY_PREVIOUS.`

export const keys: Command = {
  async run({ args, readConfig, say }) {
    const [verb, ...more] = args
    const config = readConfig()
    if (verb === 'reset' && (more.length === 0 || more.join() === '--yes'))
      return await withDeps(config, say, (deps) => reset(deps, say, more.length > 0), { withAnyKey: true })
    if (verb !== 'rotate' || more.length > 0) throw new UsageFault('expects `rotate`, `reset` or `reset --yes`')
    if (config.previousSecretKeys.length === 0) {
      say(howTo)
      return 1
    }
    return await withDeps(config, say, (deps) => rotate(deps, say))
  },
}

/**
 * Reseals every stored secret with the current key. Works while other processes run. An interrupted run continues where
 * it stopped.
 */
export async function rotate(
  deps: { readonly db: Db; readonly seal: Seal },
  say: (message: string) => void,
): Promise<number> {
  const unknown = await sealedColumnsBesides(deps.db, sealedColumns)
  if (unknown.length > 0) {
    say(`This version of Posthorn cannot reseal ${unknown.join(', ')}. Was the database created by a newer version?`)
    return 1
  }
  let unreadable = 0
  let left = 0
  for (const column of sealedColumns) {
    const name = `${column.table}.${column.column}`
    let reportedRows = 0
    const result = await resealColumn(deps, column, {
      onBatch(rows) {
        if (rows - reportedRows < 5_000) return
        reportedRows = rows
        say(`${name}: ${rows} so far`)
      },
    })
    say(`${name}: ${result.resealed} resealed${result.unreadable > 0 ? `, ${result.unreadable} unreadable` : ''}`)
    unreadable += result.unreadable
    left += result.left
  }
  for (const field of sealedJobFields) {
    const result = await resealJobs(deps, field)
    say(
      `jobs ${field.job}: ${result.resealed} resealed${result.unreadable > 0 ? `, ${result.unreadable} unreadable` : ''}`,
    )
    unreadable += result.unreadable
  }
  if (left > 0) {
    say(`${left} values were sealed with an earlier key in the meantime: a process still uses it as SECRET_KEY.`)
    say('Give it the current key, then run this again.')
  }
  if (unreadable > 0) {
    say(
      `${unreadable} values cannot be opened with any of the keys. Add their key to SECRET_KEY_PREVIOUS and run this again,`,
    )
    say('or discard them: they cannot be recovered without it.')
  }
  if (left + unreadable > 0) return 1
  say('Everything is sealed with the current SECRET_KEY. You can now remove SECRET_KEY_PREVIOUS.')
  return 0
}

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
async function reset(
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
