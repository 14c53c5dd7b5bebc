import type { Db, Tx } from '#infra/db/client.ts'
import { caps } from '#kernel/caps.ts'
import type { ProfileId } from '#kernel/ids.ts'
import { insertNames, listNames, type Meaning, readMeanings, reviveLabels } from './store.ts'

/** A row that carries names of labels. */
interface Tagged {
  readonly profileId: ProfileId
  readonly tags: readonly string[]
}

/**
 * Returns the tags of rows as their labels spell them, each once. A tag that is new in its profile becomes a label,
 * until the profile has as many as it can have; from then on it is stored as given. Call it in the transaction that
 * stores the tags: until that ends, the labels cannot be renamed.
 */
export async function settleTags(tx: Tx, rows: readonly Tagged[], now: Date): Promise<string[][]> {
  const wishes = wishesOf(rows)
  if (wishes.length === 0) return rows.map(() => [])
  const before = await readMeanings(tx, wishes)
  const unknown = wishes.filter((wish) => !before.some((one) => isSame(one, wish)))
  if (unknown.length === 0) return spell(tx, rows, before, now)
  await insertNames(tx, unknown, caps.labelsOfProfile, now)
  return spell(tx, rows, [...before, ...(await readMeanings(tx, unknown))], now)
}

/** Does the same for the tags of files, which create no labels: programs store their own marks there. */
export async function knownTags(tx: Tx, row: Tagged, now: Date): Promise<string[]> {
  const wishes = wishesOf([row])
  if (wishes.length === 0) return []
  const [tags = []] = await spell(tx, [row], await readMeanings(tx, wishes), now)
  return tags
}

/** Returns how profiles spell the label with this name, for a filter. If none has it, the name as given. */
export async function findLabelNames(db: Db, profileIds: readonly ProfileId[], name: string): Promise<string[]> {
  const names = await listNames(db, profileIds, name)
  return names.length === 0 ? [name] : names
}

/** Lists each tag of each profile once, in an order that is the same for all transactions. */
function wishesOf(rows: readonly Tagged[]) {
  const wishes = new Map<string, { readonly profileId: ProfileId; readonly name: string }>()
  for (const { profileId, tags } of rows)
    for (const name of tags) wishes.set(`${profileId} ${name}`, { profileId, name })
  return [...wishes.keys()].sort().flatMap((key) => wishes.get(key) ?? [])
}

type Wish = ReturnType<typeof wishesOf>[number]
const isSame = (one: Wish, other: Wish): boolean => one.profileId === other.profileId && one.name === other.name

async function spell(tx: Tx, rows: readonly Tagged[], meanings: readonly Meaning[], now: Date): Promise<string[][]> {
  const removed = meanings.filter(({ isRemoved }) => isRemoved).map(({ id }) => id)
  if (removed.length > 0) await reviveLabels(tx, removed, now)
  const spelling = new Map(meanings.map(({ profileId, name, means }) => [`${profileId} ${name}`, means]))
  return rows.map(({ profileId, tags }) => [
    ...new Set(tags.map((name) => spelling.get(`${profileId} ${name}`) ?? name)),
  ])
}
