import type { UserId } from '#kernel/ids.ts'
import type { SecretDeps } from '../deps.ts'
import { openValues } from '../in-force.ts'
import { listStorable, requireStorable } from '../registry.ts'
import {
  findGeneration,
  type SecretRow,
  selectSecrets,
  selectValues,
  selectVersions,
  type VersionRow,
} from '../store.ts'

/** A secret as administrators see it: everything but the value. */
export interface ShownSecret {
  readonly name: string
  readonly about: string
  /** The origin of the value in force. Null: there is none. */
  readonly source: 'stored' | 'environment' | null
  /** True if the environment also sets it and is overridden. */
  readonly overridesEnvironment: boolean
  /** The end of the newest stored value. */
  readonly masked: string | null
  readonly version: number | null
  readonly versionInForce: number | null
  readonly needsRestart: boolean
  readonly updatedAt: Date | null
  readonly updatedBy: UserId | null
  readonly versions: Omit<VersionRow, 'name'>[]
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

export async function readSecret(deps: SecretDeps, name: string): Promise<ShownSecret> {
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
    versions: versions.map(({ version, createdAt, createdBy }) => ({ version, createdAt, createdBy })),
  }
}

const shownEnd = 4

/** The end of a long value tells it apart from another one, and helps nobody to guess it. */
const mask = (value: string): string => `••••${value.length < shownEnd * 4 ? '' : value.slice(-shownEnd)}`
