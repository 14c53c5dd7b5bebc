import type { Config } from '#infra/config/config.ts'
import { withStored } from '#infra/config/live-config.ts'
import { SettingsFault } from '#infra/config/settings-fault.ts'
import type { Setting } from '#infra/config/table/setting.ts'
import { type Db, inTx, type Tx } from '#infra/db/client.ts'
import { type Seal, SealBroken } from '#infra/seal/seal.ts'
import type { Caller } from '#kernel/caller.ts'
import { refuse, refuseInput } from '#kernel/errors.ts'
import type { UserId } from '#kernel/ids.ts'
import { faultCodeOf } from '#rules/faults/faults-of.ts'
import type { Mode } from '#rules/modes.ts'
import type { Network } from '#rules/network-names.ts'
import type { SecretCheck, SecretDeps } from './deps.ts'
import { openValues, readStored } from './in-force.ts'
import { saveMode } from './mode-store.ts'
import { secretBinding } from './sealed-column.ts'
import {
  deleteSecret,
  findGeneration,
  findSecret,
  insertVersion,
  lockSecrets,
  nextGeneration,
  type SecretRow,
  selectSecrets,
  selectValues,
  selectVersions,
  setWanted,
  type VersionRow,
} from './store.ts'

/** A secret as administrators see it: everything except the value. */
interface ShownSecret {
  readonly name: string
  readonly about: string
  /** The origin of the value in effect. Null if there is none. */
  readonly source: 'stored' | 'environment' | null
  /** True if the environment also sets it and is overridden. */
  readonly overridesEnvironment: boolean
  /** The last characters of the newest stored value. */
  readonly masked: string | null
  readonly version: number | null
  readonly versionInForce: number | null
  readonly needsRestart: boolean
  readonly updatedAt: Date | null
  readonly updatedBy: UserId | null
  readonly updatedByUid: UserId | null
  readonly versions: (Omit<VersionRow, 'name'> & { readonly createdByUid: UserId | null })[]
}

interface ShownSecrets {
  readonly secrets: ShownSecret[]
  readonly generation: number
}

export async function listSecrets(deps: SecretDeps): Promise<ShownSecrets> {
  const rows = new Map((await selectSecrets(deps.db)).map((row) => [row.name, row]))
  const values = openValues(deps, await selectValues(deps.db, 'wanted'))
  const versions = Map.groupBy(await selectVersions(deps.db), ({ name }) => name)
  const secrets = listStorable(deps).map(([name, { about }]) =>
    show(deps, { name, about, row: rows.get(name), value: values[name], versions: versions.get(name) ?? [] }),
  )
  return { secrets, generation: await findGeneration(deps.db) }
}

async function readSecret(deps: SecretDeps, name: string): Promise<ShownSecret> {
  requireStorable(deps, name)
  const { secrets } = await listSecrets(deps)
  const found = secrets.find((one) => one.name === name)
  if (!found) throw new Error(`the registry lists ${name}`)
  return found
}

interface Known {
  readonly name: string
  readonly about: string
  readonly row: SecretRow | undefined
  readonly value: string | undefined
  readonly versions: readonly VersionRow[]
}

function show({ environment }: SecretDeps, { name, about, row, value, versions }: Known): ShownSecret {
  const isGiven = environment.given.has(name)
  const isStored = row !== undefined && row.inForce !== null
  return {
    name,
    about,
    source: isStored ? 'stored' : isGiven ? 'environment' : null,
    overridesEnvironment: isStored && isGiven,
    masked: value === undefined ? null : mask(value),
    version: row?.wanted ?? null,
    versionInForce: row?.inForce ?? null,
    needsRestart: row !== undefined && row.wanted !== row.inForce,
    updatedAt: row?.updatedAt ?? null,
    updatedBy: row?.updatedBy ?? null,
    updatedByUid: row?.updatedBy ?? null,
    versions: versions.map(({ version, createdAt, createdBy }) => ({
      version,
      createdAt,
      createdBy,
      createdByUid: createdBy,
    })),
  }
}

const shownEnd = 4

/** The last characters distinguish a long value from others without helping anyone to guess it. */
const mask = (value: string): string => `••••${value.length < shownEnd * 4 ? '' : value.slice(-shownEnd)}`

/** Stores the first value of a secret. Refuses if one is already stored. */
export const createSecret = (deps: SecretDeps, caller: Caller, name: string, value: string): Promise<ShownSecret> =>
  store(deps, caller, { name, value, mustBeNew: true })

/** Stores a new version. It takes effect with the next restart. */
export const setSecret = (deps: SecretDeps, caller: Caller, name: string, value: string): Promise<ShownSecret> =>
  store(deps, caller, { name, value, mustBeNew: false })

async function store(
  deps: SecretDeps,
  caller: Caller,
  { name, value, mustBeNew }: { readonly name: string; readonly value: string; readonly mustBeNew: boolean },
): Promise<ShownSecret> {
  const checked = requireStorable(deps, name).is.safeParse(value)
  if (!checked.success)
    refuseInput(
      ...checked.error.issues.map((issue) => ({ path: '/value', code: faultCodeOf(issue), message: issue.message })),
    )
  await inTx(deps.db, async (tx) => {
    await lockSecrets(tx)
    const row = await findSecret(tx, name)
    if (mustBeNew && row !== undefined && row.wanted !== null) refuse('secret_exists')
    const version = (row?.latest ?? 0) + 1
    const at = deps.clock.now()
    const sealedValue = deps.seal.seal(value, secretBinding(name, version))
    await insertVersion(tx, { name, version, sealedValue }, { at, by: caller.uid })
    await deps.writeAudit(tx, {
      at,
      caller,
      ownerUid: null,
      action: 'secret.set',
      subject: name,
      changes: { version: { from: row?.wanted ?? null, to: version } },
    })
  })
  return await readSecret(deps, name)
}

/** Stops using the stored value with the next restart. The environment's value then applies. */
export async function revokeSecret(deps: SecretDeps, caller: Caller, name: string): Promise<ShownSecret> {
  requireStorable(deps, name)
  await inTx(deps.db, async (tx) => {
    await lockSecrets(tx)
    const row = await findSecret(tx, name)
    if (row === undefined || row.wanted === null) return
    const at = deps.clock.now()
    await setWanted(tx, name, null, { at, by: caller.uid })
    await deps.writeAudit(tx, {
      at,
      caller,
      ownerUid: null,
      action: 'secret.revoked',
      subject: name,
      changes: { version: { from: row.wanted, to: null } },
    })
  })
  return await readSecret(deps, name)
}

/** Deletes a secret and its history. Refuses while a node may still use it. */
export async function forgetSecret(deps: SecretDeps, caller: Caller, name: string): Promise<void> {
  requireStorable(deps, name)
  await inTx(deps.db, async (tx) => {
    await lockSecrets(tx)
    const row = (await findSecret(tx, name)) ?? refuse('secret_not_set')
    if (row.inForce !== null) refuse('secret_in_force')
    await deleteSecret(tx, name)
    await deps.writeAudit(tx, {
      at: deps.clock.now(),
      caller,
      ownerUid: null,
      action: 'secret.deleted',
      subject: name,
      changes: { version: { from: row.wanted, to: null } },
    })
  })
}

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

/** The names of all possible secrets of the installation, as marked in the settings tables. */
const listStorable = ({ everySetting }: Pick<SecretDeps, 'everySetting'>): readonly (readonly [string, Setting])[] =>
  Object.entries(everySetting).filter(([, { isStorable }]) => isStorable)

/** Refuses a name that is not a secret in this version. */
function requireStorable(deps: Pick<SecretDeps, 'everySetting'>, name: string): Setting {
  const found = listStorable(deps).find(([one]) => one === name)
  return found ? found[1] : refuse('secret_not_found')
}

/**
 * Stores the mode of a network, which takes precedence over the environment. Every node uses it within two seconds of the commit;
 * the caller's node does after `secretsInForce.refresh()`.
 */
export async function chooseNetworkMode(
  tx: Tx,
  chosen: { readonly network: Network; readonly mode: Mode },
  how: { readonly at: Date; readonly by: UserId },
): Promise<void> {
  await lockSecrets(tx)
  await saveMode(tx, chosen, how)
  await nextGeneration(tx)
}

interface StoredSecret {
  readonly name: string
  readonly version: number
  readonly opens: boolean
}

/** Lists the stored secrets in use, and whether the current keys can open them. Never returns their values. */
export async function examineStored(db: Db, seal: Pick<Seal, 'open'>): Promise<readonly StoredSecret[]> {
  const stored = await selectValues(db, 'inForce')
  return stored
    .map(({ name, version, sealedValue }) => ({ name, version, opens: canOpen(seal, sealedValue, name, version) }))
    .sort((a, b) => a.name.localeCompare(b.name))
}

function canOpen(seal: Pick<Seal, 'open'>, value: Buffer, name: string, version: number): boolean {
  try {
    seal.open(value, secretBinding(name, version))
    return true
  } catch (error) {
    if (error instanceof SealBroken) return false
    throw error
  }
}
